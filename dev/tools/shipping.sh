# For the two build.sh, in the repository's root: what each begins with, its libraries, and what it says at the end.

say() { printf 'kiebitz: %s\n' "$*" >&2; }
stop() { say "$*"; exit 4; }

begin_build() { # DEBIAN-PACKAGE:COMMAND: makes $out and $cache, and $work with the last commit's files in source
    sh dev/tools/prepare.sh requirements-dev.txt "$1"
    py=$PWD/.venv/bin/python
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
    export SOURCE_DATE_EPOCH
    version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
    [ -z "$(git status --porcelain)" ] || say "Nur was übernommen ist, kommt hinein. / Only what is committed goes in."
    mkdir -p "$out" "$cache"
    out=$(cd "$out" && pwd) cache=$(cd "$cache" && pwd)
    work=$(mktemp -d)
    mkdir "$work/source"
    git archive HEAD | tar -x -C "$work/source"
}

unpack_for() { # PLATFORM WHAT...: wheels, or our source, into $work/libraries
    .venv/bin/uv pip install -q --no-deps --target "$work/libraries" --python-platform "$1" --python-version 3.13 "${@:2}"
}

tell_built() { # FILE FOLDER: their sizes, and the file's hash
    say "$1: $(($(stat -c %s "$1") / 1000000)) MB, $(du -sm "$2" | cut -f1) MB auf der Platte / on disk"
    sha256sum "$1"
}
