#!/bin/sh
# Sets up what is missing and runs the main job on samples/: ends with the findings and the path of the workbook.
set -eu
cd "$(dirname "$0")"
sh dev/tools/prepare.sh requirements.txt
mkdir -p out
exec .venv/bin/kiebitz scan samples --rules pflichtsolo-40 --players samples/players.txt \
    -o out/standings.xlsx --json out/report.json "$@"
