#!/usr/bin/env bash
# Tries the set-up program as Windows would: installs it under Wine, in a small Debian of its own, and runs evenings there.
# Usage, as root: dev/windows/try.sh [--setup FILE] [--wine FOLDER] [--pictures FOLDER] [--suite yes] [PYTEST-OPTION...]
#   --setup:    the set-up program, else one is made of the last commit, packed quickly
#   --wine:     where Debian and Wine come to lie (5 GB; kept), else ~/.cache/kiebitz-wine
#   --pictures: keeps what the set-up program shows
#   --suite:    also runs the quick tests of the program by Windows' Python
# The checks are in tests/wine. Ends with 77 where Wine cannot be had: not root, no mounts, or no Debian within reach.
set -euo pipefail
cd "$(dirname "$0")/../.."
setup= wine=${XDG_CACHE_HOME:-$HOME/.cache}/kiebitz-wine
given=("$@")
while [ $# -gt 0 ]; do
    case $1 in
        --setup) setup=$(realpath "$2") ;;
        --wine) wine=$2 ;;
        --pictures) KIEBITZ_PICTURES=$(realpath "$2") && export KIEBITZ_PICTURES ;;
        --suite) export KIEBITZ_WINE_SUITE=1 ;;
        --help) sed -n '2,8s/^# //p' "$0"; exit 0 ;;
        *) break ;;
    esac
    shift 2
done
say() { printf 'kiebitz: %s\n' "$*" >&2; }
skip() { say "ÜBERSPRUNGEN / SKIPPED: $*"; exit 77; }
[ "$(id -u)" = 0 ] || skip "nur als root / only as root"
if [ -z "${KIEBITZ_OWN_MOUNTS:-}" ]; then # what is mounted below is seen by nobody else, and gone at the end
    unshare --mount true 2>/dev/null || skip "hier darf nichts eingehängt werden / no mounts allowed here"
    KIEBITZ_OWN_MOUNTS=1 exec unshare --mount "$0" "${given[@]}"
fi
sh dev/tools/prepare.sh requirements-dev.txt debootstrap:debootstrap chromium:chromium || skip "Werkzeuge fehlen / tools are missing"
py=$PWD/.venv/bin/python
mkdir -p "$wine"
root=$(cd "$wine" && pwd)/debian

attach() { # without the kernel's /sys Wine knows no processors, and OpenCV stops with two threads
    for place in proc dev sys; do mount --bind /$place "$root/$place" || return; done
}
if [ ! -e "$root/ready" ]; then
    say "Richte Wine ein (einmalig, einige Minuten) / setting up Wine (once, some minutes): $root"
    rm -rf "$root"
    timeout 900 debootstrap --variant=minbase trixie "$root" >"$wine/debootstrap.log" && attach &&
        DEBIAN_FRONTEND=noninteractive timeout 1200 chroot "$root" apt-get -qq install -y --no-install-recommends \
            wine wine64 xvfb xdotool imagemagick openbox fonts-dejavu-core locales >"$wine/apt.log" ||
        skip "Debian nicht erreichbar / Debian out of reach: $wine/debootstrap.log, $wine/apt.log"
    chroot "$root" localedef -i de_DE -f UTF-8 de_DE.UTF-8
    "$py" -m dev.windows.patch_wine "$root/usr/lib/x86_64-linux-gnu/wine/x86_64-windows/ucrtbase.dll"
    touch "$root/ready"
else
    attach
fi

if [ -z "$setup" ]; then
    dev/windows/build.sh --quick yes --out "$wine/dist" --cache "$wine/cache"
    setup=$(ls "$wine"/dist/Kiebitz-Setup-*.exe)
fi
KIEBITZ_WINE=$root KIEBITZ_SETUP=$setup KIEBITZ_NEEDS_BROWSER=1 "$py" -m pytest -q -n 0 -p no:cacheprovider -s --tb=short -m "slow or not slow" tests/wine "$@"
