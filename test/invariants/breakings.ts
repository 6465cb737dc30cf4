/** How each invariant can be broken: the expected report, what is done, and the SQL for it. */
type Breaking = readonly [invariant: string, how: string, sql: string];

export const breakings: readonly Breaking[] = [
  [
    'I1: an invoice is completed more than once',
    'a second completion of an invoice',
    `DROP INDEX transactions_by_invoice; UPDATE transactions SET invoice_no = 'INV-1' WHERE status = 'completed'`,
  ],
  [
    'I1: a completed transaction does not hold its invoice number',
    'a number that is let go',
    `UPDATE transactions SET holds_invoice = 0 WHERE status = 'completed'`,
  ],
  [
    'I1: a confirmed process has no completed transaction',
    'a process without its payment',
    `UPDATE verifications SET transaction_id = NULL WHERE status = 'confirmed'`,
  ],
  [
    'I1: a transaction is paid by several processes',
    'two processes that paid one transaction',
    `UPDATE verifications SET status = 'confirmed', transaction_id = 100001`,
  ],
  [
    'I2: aggregator owes 1 callbacks',
    'a completion without its callback',
    `DELETE FROM callback_attempts; DELETE FROM callbacks WHERE gateway = 'aggregator'`,
  ],
  [
    'I2: cardgw owes 1 callbacks',
    'a completion with two callbacks',
    `INSERT INTO callbacks SELECT NULL, transaction_id, account_id, invoice_no, gateway, method, url, target, body, fields,
       signed_string, hashed, tamper, 'dropped', 0, NULL, NULL, NULL, created_at FROM callbacks WHERE gateway = 'cardgw'`,
  ],
  [
    'I2: callback 7 is called a copy and is none',
    'a copy with other bytes',
    `UPDATE callbacks SET body = '{}' WHERE copy_of IS NOT NULL`,
  ],
  [
    'I3: a transaction of a wallet has a callback',
    'a callback of a wallet',
    `UPDATE callbacks SET transaction_id = 100001`,
  ],
  [
    'I3: a transaction of a wallet has a checkout',
    'a checkout of a wallet',
    `UPDATE checkouts SET transaction_id = 100001 WHERE token = 'token-1'`,
  ],
  [
    'I4: the attempts of a callback are not numbered',
    'a gap in the attempts',
    'DELETE FROM callback_attempts WHERE number = 1',
  ],
  [
    'I5: callback 1, which is delivered, does not verify',
    'a callback with another amount',
    `UPDATE callbacks SET url = replace(url, '10.00', '99.00'), body = replace(body, '10.00', '99.00')`,
  ],
  [
    'I5: the genuine attempts of callback',
    'a retry with other bytes',
    `UPDATE callback_attempts SET request = request || number`,
  ],
  [
    'I5: callback 1 is delivered and no genuine attempt was answered',
    'a delivery that nobody answered',
    'UPDATE callback_attempts SET answer_status = 500',
  ],
  [
    'I6: a request touched a transaction of another account or mode',
    'a test token on a live transaction',
    `UPDATE transactions SET mode = 'live'`,
  ],
  [
    'I6: a request touched a process of another account or mode',
    'a live token on a test process',
    `UPDATE verifications SET mode = 'test'`,
  ],
  [
    'I6: a code and its process are of different',
    'a code of another account',
    `UPDATE otps SET account_id = 'other'`,
  ],
  [
    'I6: a callback tells of the transaction of another account',
    'a callback of another account',
    `INSERT INTO accounts SELECT 'other', name, approved, 'k', secret_key, gateways, whitelist_enabled, allow_self_signed,
       created_at, brand FROM accounts; UPDATE callbacks SET account_id = 'other'`,
  ],
  [
    'I7: a checkout is open and its transaction has ended',
    'an open checkout that is paid',
    'UPDATE checkouts SET open = 1',
  ],
  [
    'I7: a transaction has ended without a time of its end',
    'an end without its time',
    'UPDATE transactions SET decided_at = NULL',
  ],
  [
    'I7: transaction 100003 was completed and then became expired',
    'a second end in the journal',
    `INSERT INTO events SELECT NULL, 'transaction.expired', at, account_id, transaction_id, invoice_no, NULL, NULL, data
       FROM events WHERE type = 'transaction.completed'`,
  ],
  [
    'I8: an event has an id that was not given',
    'a journal that gives ids again',
    `UPDATE sqlite_sequence SET seq = 3 WHERE name = 'events'`,
  ],
  [
    'I8: a request stands behind an event that was never told',
    'a request behind what was rolled back',
    'UPDATE requests SET after_event = 100000',
  ],
  [
    'I8: by the journal transaction 100003 is completed, and it is stored as canceled',
    'another status than was told',
    `UPDATE transactions SET status = 'canceled' WHERE status = 'completed'`,
  ],
  [
    'I8: by the journal code 1 is used, wrong: 1, and it is stored as used, wrong: 0',
    'a wrong code that is not counted',
    'UPDATE otps SET attempts = 0',
  ],
  [
    'I8: by the journal process 1000000000003 is locked, wrong: 5, and it is stored as open, wrong: 5',
    'a process that is open again',
    `UPDATE verifications SET status = 'open' WHERE status = 'locked'`,
  ],
  [
    'I8: by the journal callback 1 is delivered, attempts ended: 1, and it is stored as absent',
    'a callback that is gone',
    'DELETE FROM callback_attempts; DELETE FROM callbacks',
  ],
];
