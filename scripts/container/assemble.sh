#!/bin/sh
# Lays out the files that the image adds to its base:
#
#     scripts/container/assemble.sh EXECUTABLE FOLDER
set -eu
executable=$1
root=$2
umask 022
mkdir -p "$root/usr/local/bin" "$root/usr/local/share/doc/gateway-sandbox" "$root/var/cache" "$root/data"
cp "$executable" "$root/usr/local/bin/gateway-sandbox"
cp "$(dirname "$0")/health.sh" "$root/usr/local/bin/gateway-sandbox-health"
chmod 755 "$root/usr/local/bin"/*
"$executable" licences >"$root/usr/local/share/doc/gateway-sandbox/copyright"

# Unpacks the native module once for every user; only root can write there.
XDG_CACHE_HOME="$root/var/cache" "$executable" exec -- "$executable" health
chmod 755 "$root/var/cache/gateway-sandbox"
chmod 555 "$root/var/cache/gateway-sandbox"/*

# For --data: a new volume gets this owner and these permissions.
chmod 700 "$root/data"
if [ "$(id -u)" = 0 ]; then chown 10001:10001 "$root/data"; fi
