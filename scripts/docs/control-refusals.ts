/** All refusals of the control API. Their messages say what to do. A test checks that no code is missing. */
export const controlRefusals: readonly (readonly [status: string, code: string, when: string])[] = [
  [
    '400',
    'INVALID_REQUEST',
    'a part of the request is invalid; the message names it, and the nearest known name',
  ],
  ['401', 'TOKEN_REQUIRED', 'other machines can connect, and the token is missing or wrong'],
  ['403', 'HOST_NOT_ALLOWED', 'the request’s `Host` is unknown: `--allow-host`'],
  ['403', 'CROSS_SITE', 'a page of another site sent the request'],
  ['404', 'NOT_FOUND', 'nothing has this id, or nothing arrived within the wait'],
  ['409', 'ALREADY_DECIDED', 'its state no longer allows this'],
  ['409', 'ALREADY_TAKEN', 'another account has this id, key or token'],
  [
    '409',
    'NOT_STOPPABLE',
    '`exec` or `audit` started this sandbox for one command, and it ends with that command',
  ],
  [
    '409',
    'CALLBACK_REFUSED',
    'your app did not accept a callback; the message has its response, and `retries=true` waits for the retries',
  ],
  [
    '409',
    'NOT_SETTLED',
    'callbacks are still pending at the end of the wait; the message names them and says why',
  ],
  [
    '409',
    'TOO_MANY_WAITING',
    '200 requests of this callback are waiting for its target; try again when some have been sent',
  ],
  ['409', 'TOO_MANY_FAULTS', 'there are 1,000 active faults already; remove some first'],
  ['409', 'UNREADABLE', 'the stored data of a callback is damaged'],
  [
    '410',
    'EVENTS_DROPPED',
    'the events after the cursor are no longer kept; the message says where to continue',
  ],
  ['413', 'TOO_LARGE', 'the body is larger than 1 MiB'],
  [
    '422',
    'INVALID_SNAPSHOT',
    'the file is not a whole snapshot, or its name is taken; the message names the line',
  ],
  [
    '429',
    'TOO_MANY_GUESSES',
    'too many different wrong tokens came from this address; wait as `Retry-After` says',
  ],
  ['500', 'INTERNAL', 'internal error in gateway-sandbox: its terminal says more'],
  ['500', 'NOT_STORED', 'a replayed request was answered, and its record could not be stored'],
  [
    '503',
    'STOPPING',
    'the sandbox is stopping, so a large snapshot was not saved or restored; nothing was changed',
  ],
  ['503', 'STORAGE_FAILED', 'nothing can be stored now; the message says why'],
];
