# Tests for every gateway. $flow is `wallet` or `checkout`; each has the functions `_prepare`, `_confirm`
# (which pays what was prepared) and `_first_call AMOUNT`.

gateway_tests() {
  it 'an amount above the maximum is refused' too_large_amount
  it 'a used invoice is refused' used_invoice
  it 'a wrong API key is refused' wrong_api_key
  it 'a refused payment succeeds after maintenance' maintenance
}

too_large_amount() {
  "${flow}_first_call" 500.01
  refused 400 AMOUNT_EXCEEDED_MAXIMUM
}

used_invoice() {
  "${flow}_prepare"
  "${flow}_confirm"
  has_status 200
  "${flow}_prepare"
  "${flow}_confirm"
  refused 422 INVALID_INPUTS invoice_no
}

wrong_api_key() {
  "${flow}_prepare"
  api_key=wrong
  "${flow}_confirm"
  refused 401 UNAUTHORIZED
}

maintenance() {
  match="{\"account\": \"$account\", \"gateway\": \"$gateway\", \"action\": \"confirm\"}"
  order faults "{\"match\": $match, \"effect\": {\"code\": \"MAINTENANCE_MODE\"}}"
  has_status 201
  "${flow}_prepare"
  "${flow}_confirm"
  refused 400 MAINTENANCE_MODE
  "${flow}_confirm"
  has_status 200
}
