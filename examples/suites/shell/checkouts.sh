# localbankcards, cardgw and aggregator: confirm returns the URL of a page, where the customer decides.

# A shell cannot run a server: callbacks go to a closed port, and the test reads them from the sandbox.
merchant=http://127.0.0.1:9

checkout_tests() {
  flow=checkout
  gateway_tests
  it 'an approved payment is sent once with a genuine hash' approval
  it 'the customer’s return has a genuine hash too' customer_return
  it 'a cancellation pays nothing' cancellation
  it 'a declined customer tries again and pays' decline
  it 'an expired checkout cannot be paid' expiry
  it 'a forged callback is refused' forgery
}

checkout_first_call() {
  amount=$1
  checkout_confirm
}

checkout_prepare() {
  amount=25.50
}

checkout_confirm() {
  set -- -d "amount=$amount" -d "invoice_no=$invoice_no" -d "return_url=$merchant/return"
  [ "$gateway" != aggregator ] || set -- "$@" -d mobile_number=0912345678 -d "callback_url=$merchant/callback"
  gateway confirm "$@"
}

start_checkout() {
  checkout_prepare
  checkout_confirm
  has_status 200
  redirect_url=$(value redirect_url)
  checkout=${redirect_url##*token=}
}

# decide DECISION [JSON]: what the customer does on the page.
decide() {
  order "checkouts/$checkout/$1" "${2-}"
  has_status 200
}

# deliver DECISION [JSON MEMBERS]: decides, and puts the callback into $answer after its first attempt. Nothing
# received it, so it would be repeated until it is held.
deliver() {
  decide "$1" "{\"order\": \"callback-first\"${2-}}"
  callbacks=${answer#*'"callbacks":["'}
  order "callbacks/${callbacks%%'"'*}/hold"
  has_status 200
}

approval() {
  start_checkout
  deliver approve
  message=$(sent_message)
  is_genuine "$message"
  tells "$message" "gateway=$gateway" approved=1 "invoice_no=$invoice_no" amount=25.50
  [ "$gateway" != cardgw ] || tells "$message" currency=USD
  [ "$gateway" != aggregator ] || tells "$message" paymet_method=method_1
  has_callbacks 1
}

customer_return() {
  start_checkout
  decide approve '{"order": "return-only"}'
  return_url=$(value return_url)
  is_genuine "${return_url#*\?}"
  tells "${return_url#*\?}" approved=1 "invoice_no=$invoice_no"
}

# Cards report it with a callback. The aggregator sends none, so only the customer returns.
cancellation() {
  start_checkout
  if [ "$gateway" = aggregator ]; then
    decide cancel
    message=$(value return_url)
    message=${message#*\?}
    tells "$message" approved=0
    has_callbacks 0
  else
    deliver cancel
    message=$(sent_message)
    tells "$message" canceled=1
    has_callbacks 1
  fi
  is_genuine "$message"
}

decline() {
  start_checkout
  decide decline '{"reason": "insufficient_funds"}'
  has_callbacks 0
  deliver approve
  message=$(sent_message)
  is_genuine "$message"
  tells "$message" approved=1
}

expiry() {
  start_checkout
  decide expire
  order "checkouts/$checkout/approve"
  refused 409 ALREADY_DECIDED
  ask transactions "invoice_no=$invoice_no"
  is expired "$(value status)" status
  has_callbacks 0
}

# The sandbox's own check names the mistake.
forgery() {
  start_checkout
  deliver approve ', "tamper": "wrong-hash"'
  forged=$(sent_message)
  ! hash_fits "$forged" || fail "the forged callback fits: $forged"
  order signature/check "{\"account\": \"$account\", \"query\": \"$forged\"}"
  has_status 200
  contains '"matches":false'
}

# has_callbacks NUMBER: checks the number of callbacks for the invoice.
has_callbacks() {
  ask callbacks "invoice_no=$invoice_no"
  is "$1" "$(printf '%s\n' "$answer" | grep -o '"copy_of"' | grep -c .)" callbacks
}
