#!/usr/bin/env bash
# Tries kiebitz-x.y.z-linux-x86_64.tar.gz in a bare Debian of today and in the oldest that is kept up, both without
# Python: the main job with the same rows as here, a whole evening, the page, the start menu. Needs root, for chroot.
# Usage: dev/linux/try.sh FILE [--cache FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || { sed -n '2,4s/^# //p' "$0" >&2; exit 2; }
file=$(readlink -f "$1") cache=${XDG_CACHE_HOME:-$HOME/.cache}/kiebitz-linux
[ "${2-}" = --cache ] && cache=$3
. dev/linux/bare_root.sh
[ "$(id -u)" = 0 ] || stop "Als root starten. / Start it as root."
mkdir -p "$cache"
work=$(mktemp -d)
chmod 755 "$work"
trap 'leave_roots; rm -rf --one-file-system "$work"' EXIT
user=1234
job=(scan samples --rules pflichtsolo-40 --players samples/players.txt)

step() { printf '== %s\n' "$*"; }

as_user() { # ROOT COMMAND...: as somebody who may not write beside the program
    chroot "$1" setpriv --reuid "$user" --regid "$user" --clear-groups env -i HOME="/home/Jörg Müller" PATH=/usr/bin:/bin \
        LANG=C.UTF-8 sh -c 'cd "$HOME" && exec "$@"' sh "${@:2}"
}

compare_rows() { # REPORT OTHER: the same status and points in every row, the same open places
    .venv/bin/python - "$@" <<'END'
import json, sys

def rows(path):
    sheets = json.load(open(path, encoding="utf-8"))["sheets"]
    return [(sheet["photo"], row["game"], row["status"], row["points"]) for sheet in sheets for row in sheet["rows"]]

one, other = map(rows, sys.argv[1:])
same = sum(mine == theirs for mine, theirs in zip(one, other, strict=True))
print(f"{same} of {len(one)} rows alike")
sys.exit(same != len(one))
END
}

open_page() { # ROOT: started without a terminal it serves the start page; it ends when asked
    as_user "$1" "$kiebitz" </dev/null >"$work/page.log" 2>&1 &
    local started=$! link=
    for _ in $(seq 60); do
        link=$(grep -o 'http://127[^ ]*/l/[^ ]*' "$work/page.log" || :)
        [ -n "$link" ] && break
        sleep 0.5
    done
    .venv/bin/python -c 'import sys, urllib.request
page = urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open(sys.argv[1], timeout=30)
assert b"Kiebitz" in page.read() and page.status == 200' "$link"
    kill "$started"
    wait "$started" || :
}

step "Hier / here"
.venv/bin/kiebitz "${job[@]}" -o "$work/here.xlsx" --json "$work/here.json" >/dev/null
for suite in bullseye bookworm; do
    root=$work/$suite
    unpack_root "$suite" "$root"
    step "Debian $(cat "$root/etc/debian_version"), $(chroot "$root" ldd --version | sed -n '1s/.*(\(.*\)).*/\1/p')"
    ! chroot "$root" sh -c 'command -v python3' || stop "Da ist Python. / There is Python."
    place="/opt/Kiebitz neu"
    mkdir -p "$root$place" "$root/home/Jörg Müller"
    tar -xz --no-same-owner -C "$root$place" <"$file"
    cp -r samples dev/windows/first_start.py "$root/home/Jörg Müller/"
    chown -R "$user:$user" "$root/home/Jörg Müller"
    inside="$place/$(basename "$file" -linux-x86_64.tar.gz)" kiebitz="$place/$(basename "$file" -linux-x86_64.tar.gz)/kiebitz"
    as_user "$root" "$kiebitz" --version
    as_user "$root" "$inside/python/bin/python3.13" -I first_start.py missing.txt || { cat "$root/home/Jörg Müller/missing.txt"; exit 1; }
    as_user "$root" "$kiebitz" "${job[@]}" -o stand.xlsx --json r.json | tail -2
    compare_rows "$work/here.json" "$root/home/Jörg Müller/r.json"
    as_user "$root" "$kiebitz" new abend.kiebitz --rules pflichtsolo-40 --title Vereinsabend --rounds 2 --players samples/players.txt >/dev/null
    as_user "$root" "$kiebitz" draw abend.kiebitz >/dev/null
    as_user "$root" "$kiebitz" print abend.kiebitz --round 1 -o runde1.pdf >/dev/null
    for ending in xlsx pdf ods html; do as_user "$root" "$kiebitz" export abend.kiebitz -o "aushang.$ending" >/dev/null; done
    as_user "$root" "$kiebitz" verify abend.kiebitz | tail -1
    open_page "$root"
    as_user "$root" "$inside/einrichten.sh"
    as_user "$root" .local/bin/kiebitz --version >/dev/null
    as_user "$root" "$inside/einrichten.sh" --weg
    [ -z "$(find "$root/home/Jörg Müller/.local/bin" "$root/home/Jörg Müller/.local/share/applications" -name 'kiebitz*')" ]
    [ -z "$(find "$root$place" -newer "$file" ! -type d -print -quit)" ] || stop "Neben dem Programm wurde geschrieben. / It wrote beside the program."
done
step "Alles gut / all is well"
