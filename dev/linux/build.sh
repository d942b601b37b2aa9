#!/usr/bin/env bash
# Makes kiebitz-x.y.z-linux-x86_64.tar.gz of the last commit: Kiebitz, Python and all libraries in one folder, for every
# Linux with glibc 2.31 or newer. The same commit and the same Python give the same bytes. Needs root, for chroot.
# Usage: dev/linux/build.sh [--out FOLDER] [--cache FOLDER]
#   --out: where the file comes to lie, else dist. --cache: where the bare Debian and Python stay, else
#          ~/.cache/kiebitz-linux; Python takes some minutes once
set -euo pipefail
cd "$(dirname "$0")/../.."
out=dist cache=${XDG_CACHE_HOME:-$HOME/.cache}/kiebitz-linux
while [ $# -gt 0 ]; do
    case $1 in
        --out) out=$2 ;;
        --cache) cache=$2 ;;
        *) sed -n '2,7s/^# //p' "$0" >&2; exit 2 ;;
    esac
    shift 2
done
. dev/linux/bare_root.sh
[ "$(id -u)" = 0 ] || stop "Als root starten. / Start it as root."
python_version=3.13.5 # Debian 13's
python_hash=SHA256:93e583f243454e6e9e4588ca2c2662206ad961659863277afcdb96801647d640

trap 'leave_roots; rm -rf --one-file-system "$work"' EXIT
work=
begin_build debootstrap:debootstrap

packed=$cache/python-$python_version-ssl3.tar
if [ ! -f "$packed" ]; then # in the oldest Debian that is kept up: what is built there runs on newer ones
    unpack_root bullseye "$work/root"
    # shellcheck disable=SC2016 # apt's own variable
    mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep -m1 '/debian/$')
    cp /usr/share/keyrings/debian-archive-keyring.gpg "$work/root/debian.gpg"
    chmod 755 "$work"
    /usr/lib/apt/apt-helper download-file "${mirror}pool/main/p/python3.13/python3.13_$python_version.orig.tar.xz" \
        "$work/root/python.tar.xz" "$python_hash" >/dev/null
    cp /etc/resolv.conf "$work/root/etc/resolv.conf"
    cp dev/linux/build_python.sh "$work/root/"
    run_in "$work/root" sh /build_python.sh "${mirror%debian/}"
    tar -c -C "$work/root/opt" python >"$packed.new"
    mv "$packed.new" "$packed"
fi

mkdir "$work/python"
tar -x -C "$work/python" --strip-components=1 <"$packed"
unpack_for x86_64-manylinux_2_31 --only-binary :all: --require-hashes -r "$work/source/requirements.txt"
unpack_for x86_64-manylinux_2_31 --no-build-isolation "$work/source"

folder=kiebitz-$version
(cd "$work/source" && "$py" -m dev.linux.gather_folder --python "$work/python" --libraries "$work/libraries" --target "$work/$folder")
"$work/$folder/python/bin/python3.13" -I -B -m compileall -q -f -j 0 --invalidation-mode unchecked-hash -s "$work/$folder" "$work/$folder/python/lib"
file=$out/$folder-linux-x86_64.tar.gz
tar -c -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw "$folder" | gzip -n9 >"$file"
tell_built "$file" "$work/$folder"
