/** Every event type, as named on the wire. */
export const eventTypes = [
  'otp.sent',
  'otp.wrong_code',
  'otp.used',
  'otp.expired',
  'otp.superseded',
  'otp.locked',
  'transaction.started',
  'transaction.completed',
  'transaction.canceled',
  'transaction.declined',
  'transaction.expired',
  'checkout.method_chosen',
  'checkout.challenge',
  'checkout.went_back',
  'checkout.declined',
  'checkout.extended',
  'checkout.returned',
  'response.lost',
  'callback.created',
  'callback.attempted',
  'callback.delivered',
  'callback.exhausted',
  'callback.held',
  'callback.released',
  'fault.armed',
  'fault.fired',
  'fault.removed',
  'account.changed',
  'settings.changed',
  'clock.moved',
  'snapshot.saved',
  'snapshot.restored',
  'reset',
] as const;

export type EventType = (typeof eventTypes)[number];

/** After these events, a callback may no longer be pending or have an attempt under way. */
export const callbackEnds: readonly EventType[] = [
  'callback.attempted',
  'callback.delivered',
  'callback.exhausted',
  'callback.held',
];
