/** All tables of the state, children before the rows they refer to. Snapshots aren't part of the state. */
export const allTables: readonly string[] = [
  'callback_attempts',
  'callbacks',
  'otps',
  'verifications',
  'checkouts',
  'transactions',
  'events',
  'requests',
  'facts',
  'faults',
  'whitelist_entries',
  'access_tokens',
  'accounts',
];
