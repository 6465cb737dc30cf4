/** Every table of the state, children before the rows that they refer to. Snapshots are not of the state. */
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
