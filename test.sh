#!/bin/sh
# Sets up what is missing, test tools included, and runs the tests.
set -eu
cd "$(dirname "$0")"
sh dev/tools/prepare.sh requirements-dev.txt
exec .venv/bin/python -m pytest -q -n auto "$@"
