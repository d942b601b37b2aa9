#!/bin/sh
# Sets up what is missing: Debian packages, .venv, the libraries of one requirements file, Kiebitz itself.
# Usage: sh dev/tools/prepare.sh REQUIREMENTS [DEBIAN-PACKAGE:COMMAND...]
# Quick when nothing is missing. Needs only sh and python3; installs packages as root or with sudo.
set -eu
cd "$(dirname "$0")/../.."
requirements=$1
shift

say() { printf 'kiebitz: %s\n' "$*" >&2; }
stop() { say "$*"; exit 4; }

command -v python3 >/dev/null || stop "python3 fehlt. / python3 is missing."
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    stop "Kiebitz braucht Python 3.11 oder neuer. / Kiebitz needs Python 3.11 or newer. ($(python3 --version))"

missing=
need() { missing="$missing $1"; }
python3 -c 'import venv, ensurepip' 2>/dev/null || need python3-venv
for pair in "$@"; do
    command -v "${pair#*:}" >/dev/null || need "${pair%%:*}"
done

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif [ -t 0 ]; then sudo "$@"
    else sudo -n "$@"
    fi
}

if [ -n "$missing" ]; then
    by_hand="Es fehlt / missing:$missing. Als root / as root: apt-get install$missing"
    if ! command -v apt-get >/dev/null; then
        command -v brew >/dev/null && stop "Es fehlt / missing:$missing. Abhilfe / remedy: brew install python"
        command -v dnf >/dev/null && stop "Es fehlt / missing:$missing. Abhilfe / remedy: dnf install python3"
        stop "Es fehlt / missing:$missing (Namen bei Debian / names in Debian)"
    fi
    [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || stop "$by_hand"
    say "Installiere / installing:$missing"
    export DEBIAN_FRONTEND=noninteractive
    as_root apt-get -qq update >/dev/null || say "apt-get update: unvollständig / incomplete"
    # shellcheck disable=SC2086 # a list of words is meant
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $missing >/dev/null ||
        stop "$by_hand"
fi

stamp=.venv/kiebitz-$(basename "$requirements" .txt).stamp
wanted=$(cat "$requirements" pyproject.toml | sha256sum)
[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && .venv/bin/python -c '' 2>/dev/null && exit 0

# Printed names are read without these, too; with them also Turkish and Polish ones. Nothing stops where they cannot be had.
better=
command -v tesseract >/dev/null || better=" tesseract-ocr"
for language in deu tur pol; do
    tesseract --list-langs 2>/dev/null | grep -qx $language || better="$better tesseract-ocr-$language"
done
if [ -n "$better" ] && command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || [ -n "$missing" ]; }; then
    [ -n "$missing" ] || as_root apt-get -qq update >/dev/null || true
    # shellcheck disable=SC2086 # a list of words is meant
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $better >/dev/null ||
        say "Ohne / without:$better"
fi

say "Richte .venv ein (einmalig, wenige Minuten) / setting up .venv (once, a few minutes)"
.venv/bin/python -m pip --version >/dev/null 2>&1 || python3 -m venv --clear .venv
pip() { .venv/bin/python -m pip --disable-pip-version-check --no-input -q "$@"; }
pip install --require-hashes -r "$requirements" ||
    stop "Die Bibliotheken ließen sich nicht laden; besteht eine Internetverbindung? / Libraries could not be loaded; is there a connection?"
told=$(pip install --no-deps --no-build-isolation -e . 2>&1) || { # quiet unless it fails: newer versions chat
    printf '%s\n' "$told" >&2
    stop "Kiebitz ließ sich nicht einrichten. / Kiebitz could not be installed."
}
printf '%s\n' "$wanted" >"$stamp"
