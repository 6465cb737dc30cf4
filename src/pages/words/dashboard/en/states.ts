/** One word per state of a record, by its API name. */
export const statesEnglish = {
  // Payments.
  started: 'open',
  completed: 'paid',
  canceled: 'canceled',
  declined: 'declined',
  expired: 'expired',
  unpaid: 'unpaid',
  // Callbacks.
  pending: 'sending',
  retrying: 'retrying',
  delivered: 'delivered',
  exhausted: 'failed',
  held: 'held',
  dropped: 'lost',
  // One-time codes.
  active: 'active',
  used: 'used',
  superseded: 'replaced',
  locked: 'locked',
  'not sent': 'not sent',
  // Tools.
  frozen: 'frozen',
  running: 'running',
  armed: 'active',
  'used up': 'used up',
  changed: 'changed',
  test: 'test',
  live: 'live',
};
