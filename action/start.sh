#!/usr/bin/env bash
# Installs the sandbox beside the job's own files, starts it, and tells the following steps where it is.
# The runner gives RUNNER_TEMP, GITHUB_OUTPUT, GITHUB_ENV and GITHUB_PATH; action.yml gives PACKAGE and START_ARGS.
set -euo pipefail
action=$(dirname "${BASH_SOURCE[0]}")

# Splits START_ARGS into `args`, by spaces and lines outside of quotes. Backslashes stay as they are: Windows paths contain them.
args=()
split() {
  local text=$1 word='' quote='' started='' at char
  for ((at = 0; at < ${#text}; at++)); do
    char=${text:at:1}
    if [ -n "$quote" ]; then
      if [ "$char" = "$quote" ]; then quote=''; else word+=$char; fi
    elif [ "$char" = '"' ] || [ "$char" = "'" ]; then
      quote=$char started=1
    elif [[ $char == [[:space:]] ]]; then
      if [ -n "$started" ]; then args+=("$word"); fi
      word='' started=''
    else
      word+=$char started=1
    fi
  done
  if [ -n "$quote" ]; then
    echo "::error::The input \`args\` has a $quote that is not closed."
    exit 1
  fi
  if [ -n "$started" ]; then args+=("$word"); fi
}
split "${START_ARGS:-}"

folder="$RUNNER_TEMP/gateway-sandbox"
programs="$folder/node_modules/.bin"
mkdir -p "$folder"
# A tag of the action stands for one version of the sandbox: the one in whose repository it is.
package=${PACKAGE:-gateway-sandbox@$(node "$action/version.cjs")}
npm install --prefix "$folder" --no-save --no-audit --no-fund --loglevel=error "$package"

ready=$("$programs/gateway-sandbox" start --port 0 ${args[@]+"${args[@]}"} --detach --json)

# Not as an argument: every user of the machine could read the token in it.
node "$action/tell.cjs" <<<"$ready"
echo "$programs" >>"$GITHUB_PATH"
