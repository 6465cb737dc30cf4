# A test runner: `it TITLE FUNCTION` runs the function in a subshell, which ends at the first failure.
# Each test has its own invoice number.

tests=0
failed=0

it() {
  tests=$((tests + 1))
  invoice_no=INV-$tests
  report=$(set -e; "$2" 2>&1)
  if [ $? -eq 0 ]; then
    echo "ok    $gateway: $1"
  else
    failed=$((failed + 1))
    printf 'FAIL  %s: %s\n      %s\n' "$gateway" "$1" "$report"
  fi
}

# is EXPECTED ACTUAL WHAT
is() {
  [ "$1" = "$2" ] || fail "$3: expected '$1', got '$2'"
}

fail() {
  printf '%s\n' "$1"
  exit 1
}

# has_status STATUS: checks the status of $answer.
has_status() {
  [ "$1" = "$status" ] || fail "expected status $1, got $status $answer"
}

# refused STATUS CODE [FIELD]: checks that $answer is this error, about this field.
refused() {
  is "$1 $2" "$status $(value code)" refusal
  [ -z "${3-}" ] || contains "\"fields\":{\"$3\":"
}

contains() {
  case $answer in *"$1"*) ;; *) fail "expected $1 in $answer" ;; esac
}
