import { counted } from '../../counted.ts';

/** The compatibility page. */
export const compatibilityEnglish = {
  intro: 'What your client fails at, and the settings that make it work.',
  empty: 'No requests yet',
  emptyText: 'Run your client against the sandbox. The settings it needs appear here.',
  requests: counted('en', { one: '1 request', other: '# requests' }),
  callbacks: counted('en', { one: '1 callback', other: '# callbacks' }),
  seen: (requests: string, callbacks: string) => `${requests} and ${callbacks}`,
  nothingFails: (seen: string) => `Nothing needs changing, based on ${seen}.`,
  fixed: (seen: string) => `Something fails in ${seen}. These settings fix it; each was tested.`,
  failsSomewhere: (seen: string) => `Something fails in ${seen}.`,
  unfixable: (seen: string) => `Something fails in ${seen}, and no setting fixes it.`,
  sent: counted('en', {
    one: '1 request sent to your app to find this out.',
    other: '# requests sent to your app to find this out.',
  }),
  tryAgain: 'Try callbacks and returns again',
  tryAgainHint:
    'Sends the callbacks and returns of your newest payments to your app again, unchanged and under other settings.',
  proposals: 'Settings that your client needs',
  apply: 'Apply',
  applyOf: (setting: string) => `Apply ${setting}`,
  needsRestart: 'Names take effect after a restart: add the config below to your config file.',
  fails: 'Fails',
  failsStill: 'Fails, and no setting helps',
  times: counted('en', { one: 'once', other: '# times' }),
  check: 'Check',
  notCounted: 'Rejected, but not counted',
  whyNotCounted: {
    corrected: 'The same program has succeeded with the same endpoint or fields since.',
    sent_again: 'The same program sent it again and succeeded.',
    customer: 'A customer can cause this with a correct client, and the order is paid.',
    accepted_now:
      'A replay is accepted now: a setting has changed since, or the replay leaves out the cause, such as a rate limit or a tester’s payment.',
  },
  config: 'Config',
  configHint:
    'Everything your client needs in `gateway-sandbox.config.json`. `gateway-sandbox doctor --client --write` writes it there.',
  theConfig: 'the config',
  applied: 'Setting changed. Run your client again.',
};
