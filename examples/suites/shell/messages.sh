# The gateway's messages to the merchant, as `name=value&name=value`.

# The first message of the callback in $answer: the query of a GET, or the JSON body of a POST. Its values are
# IDs and amounts, which look the same in both.
sent_message() {
  printf '%s\n' "$answer" | sed -n \
    -e 's/.*"request":"GET [^?"]*?\([^ "]*\) HTTP.*/\1/p' \
    -e '/"request":"POST /{s/.*\\r\\n\\r\\n{\(.*\)}","duration_ms.*/\1/;s/\\"//g;s/:/=/g;s/,/\&/g;p;}'
}

# Checks whether `hashed`, the last field, proves that the gateway sent this message.
hash_fits() {
  [ "$(hash_of "${1%&hashed=*}")" = "${1##*&hashed=}" ]
}

is_genuine() {
  hash_fits "$1" || fail "hashed does not fit: $1"
}

# tells MESSAGE NAME=VALUE…
tells() {
  message=$1
  shift
  for pair in "$@"; do
    case "&$message&" in *"&$pair&"*) ;; *) fail "expected $pair in $message" ;; esac
  done
}

# HMAC-SHA256 with the secret key, in upper case.
hash_of() {
  printf '%s' "$1" | openssl dgst -sha256 -hmac "$secret_key" | sed 's/.*= *//' | tr a-f A-F
}
