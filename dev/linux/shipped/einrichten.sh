#!/bin/sh
# Puts Kiebitz into this user's start menu, opens .kiebitz files by double click, and makes the command "kiebitz".
# Nothing is copied: this folder stays where it is. "einrichten.sh --weg" takes all of it back; tournaments stay.
set -eu
here=$(dirname "$(readlink -f "$0")")
data=${XDG_DATA_HOME:-$HOME/.local/share}
menu=$data/applications/kiebitz.desktop kind=$data/mime/packages/kiebitz.xml command=$HOME/.local/bin/kiebitz

tell_desktop() {
    command -v update-desktop-database >/dev/null && update-desktop-database -q "$data/applications" || :
    command -v update-mime-database >/dev/null && update-mime-database "$data/mime" || :
}

if [ "${1-}" = --weg ]; then
    rm -f "$menu" "$kind"
    if [ -L "$command" ]; then rm "$command"; fi
    tell_desktop
    echo "Kiebitz steht nicht mehr im Startmenü. Den Ordner $here können Sie jetzt löschen; Ihre Turniere bleiben."
    exit 0
fi
if [ -e "$command" ] && [ ! -L "$command" ]; then
    echo "$command gehört nicht zu Kiebitz und bleibt, wie es ist. Bitte umbenennen und noch einmal einrichten." >&2
    exit 3
fi
mkdir -p "$(dirname "$menu")" "$(dirname "$kind")" "$(dirname "$command")"
quoted=$(printf %s "$here" | sed 's/[\\"`$]/\\\\&/g; s/%/%%/g')
cat >"$menu" <<END
[Desktop Entry]
Type=Application
Name=Kiebitz
Comment=Doppelkopf-Turniere: Listen fotografieren, prüfen, Stand
Exec="$quoted/kiebitz" %f
Icon=$here/kiebitz.png
Terminal=false
Categories=Office;
MimeType=application/x-kiebitz;
END
cat >"$kind" <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
<mime-type type="application/x-kiebitz">
<comment xml:lang="de">Kiebitz-Turnier</comment>
<comment>Kiebitz tournament</comment>
<glob pattern="*.kiebitz"/>
</mime-type>
</mime-info>
END
ln -sfn "$here/kiebitz" "$command"
tell_desktop
echo "Fertig: Kiebitz steht im Startmenü, und .kiebitz-Dateien öffnen sich mit einem Doppelklick."
