#!/bin/sh
# Runs in the bare Debian: builds /python.tar.xz into /opt/python, with the libraries that it asks for beside it.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq install -y --no-install-recommends gcc make libc6-dev zlib1g-dev libbz2-dev liblzma-dev libssl-dev \
    libsqlite3-dev libffi-dev patchelf xz-utils >/dev/null
mkdir /python-source
tar -xJ -C /python-source --strip-components=1 </python.tar.xz
cd /python-source
./configure -q --prefix=/opt/python --with-ensurepip=no --disable-test-modules LDFLAGS=-Wl,-s >/dev/null
make -s -j"$(nproc)" >/dev/null
make -s install >/dev/null

cd /opt/python/lib
for module in python3.13/lib-dynload/*.so; do
    for library in $(ldd "$module" | sed -n 's/.* => \(\/[^ ]*lib\(ssl\|crypto\|sqlite3\|ffi\|bz2\|lzma\|z\)\.so[^ ]*\) .*/\1/p'); do
        cp -L -n "$library" .
    done
    # shellcheck disable=SC2016 # the loader's own variable
    patchelf --set-rpath '$ORIGIN/../..' "$module"
done
# shellcheck disable=SC2016
for library in lib*.so*; do patchelf --set-rpath '$ORIGIN' "$library"; done
for package in libssl1.1 libsqlite3-0 libffi7 libbz2-1.0 liblzma5 zlib1g; do
    cp "/usr/share/doc/$package/copyright" "/opt/python/$package.copyright"
done
cp /python-source/LICENSE /opt/python/python.copyright
