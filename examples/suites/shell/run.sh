#!/bin/sh
# Runs the suite: `sh run.sh`. Exit code 0 when all passed, 1 otherwise.
cd "$(dirname "$0")" || exit 1
for part in sandbox check messages gateways wallets checkouts; do . "./$part.sh"; done

open_account
[ "$status" = 201 ] || { echo "No sandbox answers at $url: $answer" >&2; exit 1; }

gateway=walletA mobile_number=0912345678 birth_year=1990
unknown_number=0919999901 unknown_number_error=INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR
empty_wallet_code=000003 wrong_code_error=INVLIAD_OTP
wallet_tests

gateway=walletB mobile_number=0945678901 birth_year=
unknown_number=0949999901 unknown_number_error=NOT_SUBSCRIBED
empty_wallet_code=0003 wrong_code_error=CONFIRMATION_ERROR
wallet_tests

for gateway in localbankcards cardgw aggregator; do checkout_tests; done

echo "$((tests - failed)) passed, $failed failed"
[ "$failed" -eq 0 ]
