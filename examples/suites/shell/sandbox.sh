# A tenant of a running sandbox: the calls of your app, and the calls that only tests make. Each
# call leaves its HTTP status in $status and its body in $answer.

url=${GATEWAY_SANDBOX_URL:-http://127.0.0.1:4700}

# A separate account, so that any number of suites can share one sandbox.
open_account() {
  order accounts '{"name": "Shell suite"}'
  account=$(value id)
  api_key=$(value api_key)
  access_token=$(value test)
  secret_key=$(value secret_key)
}

# gateway ACTION [CURL'S OPTIONS…]: calls `verify` or `confirm` of $gateway like your app.
gateway() {
  endpoint=$url/api/v1/transaction/$gateway/$1
  shift
  request "$endpoint" -H "Authorization: Bearer $access_token" -H "X-API-KEY: $api_key" "$@"
}

# ask PATH [NAME=VALUE…]: GET of the control API, limited to this account.
ask() {
  query="$1?account=$account"
  shift
  for pair in "$@"; do query="$query&$pair"; done
  control "$query"
  is 200 "$status" "status of $query"
}

# order PATH [JSON]: POST of the control API.
order() {
  control "$1" -H 'Content-Type: application/json' -d "${2-}"
}

# Only a sandbox that listens on the network needs the token.
control() {
  path=$1
  shift
  request "$url/_sandbox/api/$path" -H "Authorization: Bearer ${GATEWAY_SANDBOX_TOKEN:-none}" "$@"
}

request() {
  answer=$(curl --silent --show-error --max-time 30 --write-out '\n%{http_code}' "$@")
  status=${answer##*"$newline"}
  answer=${answer%"$newline"*}
}

# value NAME: the first value with this name in $answer. Works for flat, plain values such as IDs, codes and
# amounts. Anything else needs a JSON parser.
value() {
  rest=${answer#*"\"$1\":"}
  [ "$rest" != "$answer" ] || return 0
  case $rest in
    '"'*) rest=${rest#'"'} && printf '%s' "${rest%%'"'*}" ;;
    *) printf '%s' "${rest%%[,\}]*}" ;;
  esac
}

newline='
'
