# For build.sh and try.sh: bare roots of Debian, kept as archives in $cache, and commands run in them.
. dev/tools/shipping.sh

roots=()

unpack_root() { # SUITE FOLDER: the least that Debian calls a system, without Python
    local kept=$cache/$1.tar
    if [ ! -f "$kept" ]; then
        say "Lade / loading: Debian $1"
        debootstrap --variant=minbase "$1" "$work/new-$1" >"$work/debootstrap.log" || stop "$(tail -3 "$work/debootstrap.log")"
        tar -c --one-file-system -C "$work/new-$1" --exclude=./var/cache/apt/archives/*.deb . >"$kept.new"
        mv "$kept.new" "$kept"
        rm -rf --one-file-system "$work/new-$1"
    fi
    mkdir "$2"
    tar -x -C "$2" <"$kept"
    mount -t proc proc "$2/proc"
    roots+=("$2")
}

run_in() { # FOLDER COMMAND...
    chroot "$1" env -i HOME=/root PATH=/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8 "${@:2}"
}

leave_roots() {
    local root
    for root in "${roots[@]}"; do umount "$root/proc"; done
}
