#!/bin/sh
# Writes requirements*.txt from pyproject.toml: every library pinned for every system, with the hashes of all its files.
set -eu
cd "$(dirname "$0")/../.."
lock() { # setuptools builds Kiebitz itself; what is pinned stays so unless --upgrade is asked for
    echo "setuptools>=77" | .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
        --generate-hashes --no-annotate --no-header "$@" pyproject.toml -
}
lock --output-file requirements.txt
lock --extra dev --constraint requirements.txt --output-file requirements-dev.txt
lock --extra train --constraint requirements.txt --output-file requirements-train.txt
