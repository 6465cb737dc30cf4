#!/bin/sh
# Builds the executable from a checkout, and the files of the image around it:
#
#     scripts/container/build.sh FOLDER
set -eu
npm ci --ignore-scripts --no-audit --no-fund
node scripts/binary.ts
"$(dirname "$0")/assemble.sh" dist-binary/gateway-sandbox "$1"
