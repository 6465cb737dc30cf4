import { counted } from '../../counted.ts';

/** The settings page. The settings themselves have their texts in `words/settings`. */
export const settingsEnglish = {
  intro: 'Each setting covers something the provider’s documentation leaves open. Changes apply immediately.',
  groups: {
    service: 'Service',
    requests: 'Requests',
    answers: 'Answers',
    'one-time-codes': 'One-time codes',
    checkout: 'Checkout, callback and return',
    signature: 'Signature',
    retention: 'Retention',
  },
  conflict: (now: string) =>
    `Somebody else changed this setting after you opened it. It is now ${now}. Your value is below; set it again to use it.`,
  undoConflict: 'Somebody else changed settings after this button was shown. Nothing was changed.',
  find: 'Find a setting',
  onlyChanged: 'Only changed',
  noneFound: 'No setting matches',
  more: counted('en', {
    one: '1 more matches. Search for a longer text to see it.',
    other: '# more match. Search for a longer text to see them.',
  }),
  other: 'Other assumptions',
  otherHint:
    'What else the provider’s documentation leaves open, and what the sandbox does. These have no setting.',
  allDefaults: 'Every setting has its default.',
  differing: counted('en', {
    one: '1 setting differs from its default.',
    other: '# settings differ from their defaults.',
  }),
  counts: (requests: string) =>
    `“Responses” counts how many of the newest ${requests} logged requests relied on the setting.`,
  reset: 'Reset to defaults',
  resetWhy: 'Every setting, to the profile “observed”.',
  resetSure: 'Reset them',
  isSet: '✓ Set',
  publicClients: 'Public clients:',
  profiles: 'Profiles:',
  gives: 'Gives',
  present: 'Now',
  usual: 'Default',
  ownChoice: 'Our own choice',
  confidence: 'Confidence',
  levels: { high: 'high', medium: 'medium', low: 'low' },
  responses: 'Responses',
  table: 'The table',
  set: 'Set',
  undo: (to: string) => `Undo: back to ${to}`,
  setOf: (title: string) => `Set ${title}`,
  on: 'on',
  off: 'off',
  onLabel: 'On',
  none: 'none',
  /** What `compare` found. */
  live: {
    report: 'Checked against the live service on',
    tally: (same: number, different: number, undecided: number) =>
      `${same} the same, ${different} different, ${undecided} unclear.`,
    /** Assumptions that no probe looked at. */
    unseen: counted('en', {
      one: '1 assumption was not checked.',
      other: '# assumptions were not checked.',
    }),
    service: 'Live service:',
    states: { same: 'the same.', different: 'different.', undecided: 'unclear.' },
  },
  codesHint: 'One line per number; * for all others.',
  doneDefaults: 'All settings were reset to their defaults.',
  done: (title: string) => `${title} was changed. It applies from now on.`,
  /** Members of settings that have several. */
  members: {
    live: 'live',
    test: 'test',
    requests: 'requests',
    transactions: 'transactions',
    period: 'period',
  },
};
