#!/bin/sh
# Runs in the bare Debian: builds /python.tar.xz into /opt/python, with the libraries that it asks for beside it. Of these
# OpenSSL is Debian 13's with its repairs, built here: the old Debian's own is kept up no longer.
# Usage: build_python.sh MIRROR, with Debian's keys in /debian.gpg
set -eu
export DEBIAN_FRONTEND=noninteractive
for place in "$1debian trixie" "$1debian-security trixie-security"; do
    echo "deb-src [signed-by=/debian.gpg] $place main" >>/etc/apt/sources.list
done
apt-get -qq update
apt-get -qq install -y --no-install-recommends gcc make libc6-dev zlib1g-dev libbz2-dev liblzma-dev \
    libsqlite3-dev libffi-dev patchelf xz-utils dpkg-dev >/dev/null
mkdir /openssl-source
cd /openssl-source
for version in $(apt-cache showsrc openssl | sed -n 's/^Version: //p' | sort -rV); do # a mirror may lack the newest
    apt-get -qq -o APT::Sandbox::User=root source "openssl=$version" >/dev/null && break
done
cd openssl-*/
./config --prefix=/opt/openssl --libdir=lib no-tests -Wl,-s >/dev/null # no settings of the computer's: /opt/openssl is not there
make -s -j"$(nproc)" build_sw >/dev/null
make -s install_sw >/dev/null
cp LICENSE.txt /opt/openssl/
export LD_LIBRARY_PATH=/opt/openssl/lib

mkdir /python-source
tar -xJ -C /python-source --strip-components=1 </python.tar.xz
cd /python-source
./configure -q --prefix=/opt/python --with-ensurepip=no --disable-test-modules --with-openssl=/opt/openssl LDFLAGS=-Wl,-s >/dev/null
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
for package in libsqlite3-0 libffi7 libbz2-1.0 liblzma5 zlib1g; do
    cp "/usr/share/doc/$package/copyright" "/opt/python/$package.copyright"
done
cp /python-source/LICENSE /opt/python/python.copyright
cp /opt/openssl/LICENSE.txt /opt/python/openssl.copyright
