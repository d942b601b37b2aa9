#!/bin/sh
# Writes requirements*.txt from pyproject.toml: every library pinned, with the hashes of all its files.
set -eu
cd "$(dirname "$0")/../.."
lock() {
    CUSTOM_COMPILE_COMMAND="sh dev/tools/lock.sh" .venv/bin/pip-compile --quiet --generate-hashes --allow-unsafe \
        --strip-extras --no-annotate --no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
        "$@" pyproject.toml
}
lock --build-deps-for=editable --output-file requirements.txt
lock --build-deps-for=editable --extra dev --constraint requirements.txt --output-file requirements-dev.txt
lock --extra train --constraint requirements.txt --output-file requirements-train.txt
