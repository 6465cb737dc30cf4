CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  approved INTEGER NOT NULL,
  api_key TEXT NOT NULL UNIQUE,
  secret_key TEXT NOT NULL,
  gateways TEXT NOT NULL,
  whitelist_enabled INTEGER NOT NULL,
  allow_self_signed INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE access_tokens (
  token TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  mode TEXT NOT NULL,
  UNIQUE (account_id, mode)
) STRICT, WITHOUT ROWID;

CREATE TABLE whitelist_entries (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  position INTEGER NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (account_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE transactions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  gateway TEXT NOT NULL,
  invoice_no TEXT NOT NULL,
  holds_invoice INTEGER NOT NULL,
  amount TEXT NOT NULL,
  amount_hundredths INTEGER NOT NULL,
  currency TEXT NOT NULL,
  status TEXT NOT NULL,
  payment_method TEXT,
  mobile_number TEXT,
  email TEXT,
  customer_ip TEXT,
  created_at INTEGER NOT NULL,
  decided_at INTEGER
) STRICT;

-- One holder of an invoice number per account and mode, across all gateways.
CREATE UNIQUE INDEX transactions_by_invoice ON transactions (account_id, mode, invoice_no) WHERE holds_invoice = 1;
CREATE INDEX transactions_by_invoice_no ON transactions (invoice_no);
CREATE INDEX transactions_by_account ON transactions (account_id, mode, created_at);

CREATE TABLE checkouts (
  token TEXT PRIMARY KEY,
  transaction_id INTEGER NOT NULL UNIQUE REFERENCES transactions (id),
  account_id TEXT NOT NULL,
  open INTEGER NOT NULL,
  lang TEXT NOT NULL,
  return_url TEXT NOT NULL,
  callback_url TEXT,
  expires_at INTEGER NOT NULL,
  decline_reason TEXT,
  returns_browser INTEGER NOT NULL,
  -- What the way back has wrong with it.
  tamper TEXT,
  returned_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX checkouts_by_account ON checkouts (account_id, transaction_id);
CREATE INDEX checkouts_open ON checkouts (expires_at) WHERE open = 1;

CREATE TABLE verifications (
  process_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  gateway TEXT NOT NULL,
  mobile_number TEXT NOT NULL,
  amount TEXT NOT NULL,
  amount_hundredths INTEGER NOT NULL,
  status TEXT NOT NULL,
  wrong_codes INTEGER NOT NULL,
  transaction_id INTEGER,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX verifications_by_transaction ON verifications (transaction_id) WHERE transaction_id IS NOT NULL;

CREATE TABLE otps (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  gateway TEXT NOT NULL,
  mobile_number TEXT NOT NULL,
  process_id TEXT NOT NULL,
  amount TEXT NOT NULL,
  code TEXT NOT NULL,
  status TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- Cleared away from the inbox; the code is as good as before.
  cleared INTEGER NOT NULL
) STRICT;

CREATE INDEX otps_by_mobile_number ON otps (mobile_number, id);
CREATE INDEX otps_by_process ON otps (process_id, id);
CREATE INDEX otps_active ON otps (expires_at) WHERE status = 'active';

CREATE TABLE callbacks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  transaction_id INTEGER NOT NULL REFERENCES transactions (id),
  account_id TEXT NOT NULL,
  invoice_no TEXT NOT NULL,
  gateway TEXT NOT NULL,
  method TEXT NOT NULL,
  url TEXT NOT NULL,
  -- Host and port of the URL: so many attempts at once go to one of them.
  target TEXT NOT NULL,
  body TEXT,
  fields TEXT NOT NULL,
  signed_string TEXT NOT NULL,
  hashed TEXT NOT NULL,
  -- What a forged callback has wrong with it; null for the genuine one.
  tamper TEXT,
  status TEXT NOT NULL,
  tries INTEGER NOT NULL,
  next_attempt_at INTEGER,
  copy_of INTEGER,
  -- Not sent before the browser's return was shown, and then after so many milliseconds.
  after_return_ms INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX callbacks_by_transaction ON callbacks (transaction_id, id);
CREATE INDEX callbacks_by_invoice_no ON callbacks (invoice_no, id);
CREATE INDEX callbacks_exhausted ON callbacks (id) WHERE status = 'exhausted';
CREATE INDEX callbacks_pending ON callbacks (next_attempt_at, id) WHERE status = 'pending';

CREATE TABLE callback_attempts (
  callback_id INTEGER NOT NULL REFERENCES callbacks (id),
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  url TEXT NOT NULL,
  request TEXT NOT NULL,
  -- The callback itself, to where it belongs; not an edited one, nor one to another address.
  genuine INTEGER NOT NULL,
  duration_ms INTEGER,
  answer_status INTEGER,
  answer_headers TEXT,
  answer_body BLOB,
  error TEXT,
  PRIMARY KEY (callback_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  account_id TEXT,
  transaction_id INTEGER,
  invoice_no TEXT,
  mobile_number TEXT,
  process_id TEXT,
  data TEXT NOT NULL
) STRICT;

CREATE INDEX events_by_transaction ON events (transaction_id, id) WHERE transaction_id IS NOT NULL;
CREATE INDEX events_by_process ON events (process_id, id) WHERE process_id IS NOT NULL;

CREATE TABLE requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  account_id TEXT,
  mode TEXT,
  gateway TEXT,
  action TEXT,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  remote_address TEXT NOT NULL,
  headers TEXT NOT NULL,
  body TEXT NOT NULL,
  status INTEGER NOT NULL,
  code TEXT,
  answer TEXT NOT NULL,
  duration_us INTEGER NOT NULL,
  trace TEXT NOT NULL,
  lint TEXT NOT NULL,
  assumptions TEXT NOT NULL,
  transaction_id INTEGER,
  process_id TEXT,
  fault TEXT,
  -- The last event before it: its place among the events of a timeline.
  after_event INTEGER NOT NULL
) STRICT;

CREATE INDEX requests_by_account ON requests (account_id, id);
CREATE INDEX requests_by_transaction ON requests (transaction_id, id) WHERE transaction_id IS NOT NULL;
CREATE INDEX requests_by_process ON requests (process_id, id) WHERE process_id IS NOT NULL;

-- What makes the next calls fail; nothing is armed unless a tester asks.
CREATE TABLE faults (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  match TEXT NOT NULL,
  effect TEXT NOT NULL,
  times INTEGER NOT NULL,
  times_left INTEGER NOT NULL,
  probability REAL,
  seed INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  fired INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX faults_armed ON faults (id) WHERE times_left > 0;

-- Names of snapshots; each has a copy of every table, snapshot_<id>_<table>.
CREATE TABLE snapshots (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  saved_at INTEGER NOT NULL
) STRICT;

-- Single values that outlive a restart: the settings, the clock, the last event id before a reset.
CREATE TABLE facts (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Transaction ids begin at 100001.
INSERT INTO sqlite_sequence (name, seq) VALUES ('transactions', 100000);
