#!/bin/sh
# Builds the executable from a checkout with installed dependencies, and the image's files around it:
#
#     scripts/container/build.sh FOLDER
set -eu
node scripts/build.ts
node scripts/binary.ts
"$(dirname "$0")/assemble.sh" dist-binary/gateway-sandbox "$1"
