/** Every way in which the control API refuses. The message of each says what to do; a test looks for codes that are missing here. */
export const controlRefusals: readonly (readonly [status: string, code: string, when: string])[] = [
  [
    '400',
    'INVALID_REQUEST',
    'a part of the request does not fit; the message names it, and the nearest name that there is',
  ],
  ['401', 'TOKEN_REQUIRED', 'others than its own machine can connect, and the token is missing or wrong'],
  ['403', 'HOST_NOT_ALLOWED', 'the request’s `Host` is unknown: `--allow-host`'],
  ['403', 'CROSS_SITE', 'a page of another site asked'],
  ['404', 'NOT_FOUND', 'there is none of this id, or none came while it waited'],
  ['409', 'ALREADY_DECIDED', 'its state does not allow this any more'],
  ['409', 'ALREADY_TAKEN', 'another account has this id, key or token'],
  [
    '409',
    'NOT_STOPPABLE',
    '`exec` or `audit` started this sandbox for one command, and it ends with that command',
  ],
  [
    '409',
    'CALLBACK_REFUSED',
    'your app did not accept a callback that is waited for; the message has its answer, and `retries=true` waits for the retries',
  ],
  [
    '409',
    'NOT_SETTLED',
    'callbacks are still pending when the wait is over; the message names them and says why',
  ],
  [
    '409',
    'TOO_MANY_WAITING',
    '200 requests of this callback are waiting for its target; try again when some have been sent',
  ],
  ['409', 'UNREADABLE', 'what is stored of a callback is damaged'],
  [
    '410',
    'EVENTS_DROPPED',
    'the events behind the cursor are no longer kept; the message says where to go on',
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
  ['500', 'INTERNAL', 'a mistake of the sandbox itself: its terminal says more'],
  ['500', 'NOT_STORED', 'a replayed request was answered, and its record could not be stored'],
  ['503', 'STORAGE_FAILED', 'nothing can be stored now; the message says why'],
];
