# walletA and walletB: verify sends a code to the customer's phone, confirm pays with it.

wallet_tests() {
  flow=wallet
  gateway_tests
  it 'the code on the phone pays' code_pays
  it 'a wrong code is refused, and the right one still pays' wrong_code
  it 'an expired code is refused' expired_code
  it 'a payment is confirmed once' repeated_confirm
  it 'a magic number is refused' magic_number
  it 'a magic code finds the wallet empty' magic_code
}

wallet_first_call() {
  verify "$mobile_number" "$1"
}

# With `wait`, the answer comes as soon as the code is sent.
wallet_prepare() {
  verify "$mobile_number" 10.00
  has_status 200
  process_id=$(value process_id)
  ask otps/latest "mobile_number=$mobile_number" wait=10s
  code=$(value code)
  code_id=$(value id)
}

wallet_confirm() {
  gateway confirm -d "process_id=$process_id" -d "code=$code" -d amount=10.00 -d "invoice_no=$invoice_no"
}

# verify MOBILE_NUMBER AMOUNT
verify() {
  gateway verify -d "mobile_number=$1" -d "amount=$2" ${birth_year:+-d "birth_year=$birth_year"}
}

code_pays() {
  wallet_prepare
  wallet_confirm
  has_status 200
  is 10.00 "$(value amount)" amount
  transaction_id=$(value transaction_id)
  ask transactions "invoice_no=$invoice_no"
  is "$transaction_id completed" "$(value transaction_id) $(value status)" transaction
  ask events type=transaction.completed "invoice_no=$invoice_no" wait=10s
  contains "\"transaction_id\":\"$transaction_id\""
}

wrong_code() {
  wallet_prepare
  right_code=$code
  case $code in 1*) digit=2 ;; *) digit=1 ;; esac
  code=$(echo "$code" | sed "s/./$digit/g")
  wallet_confirm
  refused 400 "$wrong_code_error"
  code=$right_code
  wallet_confirm
  has_status 200
}

expired_code() {
  wallet_prepare
  order "otps/$code_id/expire"
  wallet_confirm
  refused 400 OTP_EXPIRED
}

repeated_confirm() {
  wallet_prepare
  wallet_confirm
  has_status 200
  invoice_no=$invoice_no-again
  wallet_confirm
  refused 422 INVALID_INPUTS process_id
}

magic_number() {
  verify "$unknown_number" 10.00
  refused 400 "$unknown_number_error"
}

magic_code() {
  wallet_prepare
  code=$empty_wallet_code
  wallet_confirm
  refused 400 INSUFFICIENT_BALANCE
}
