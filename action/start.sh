#!/usr/bin/env bash
# Installs the sandbox beside the job's own files, starts it, and tells the steps that follow where it is.
# The runner gives RUNNER_TEMP, GITHUB_OUTPUT, GITHUB_ENV and GITHUB_PATH; action.yml gives PACKAGE and START_ARGS.
set -euo pipefail

if [ -z "${PACKAGE:-}" ]; then
  echo '::error::The input `package` is empty: it names what npm installs, such as gateway-sandbox@0.1.0.'
  exit 1
fi

folder="$RUNNER_TEMP/gateway-sandbox"
programs="$folder/node_modules/.bin"
mkdir -p "$folder"
npm install --prefix "$folder" --no-save --no-audit --no-fund --loglevel=error "$PACKAGE"

# Of several lines, too; without the zero byte that ends its input `read` fails.
read -d '' -ra args <<<"${START_ARGS:-}" || true
ready=$("$programs/gateway-sandbox" start --port 0 ${args[@]+"${args[@]}"} --detach --json)

# Not as an argument: every user of the machine could read the token in it.
node "$(dirname "${BASH_SOURCE[0]}")/tell.cjs" <<<"$ready"
echo "$programs" >>"$GITHUB_PATH"
