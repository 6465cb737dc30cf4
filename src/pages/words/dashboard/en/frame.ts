import { counted } from '../../counted.ts';
import { spanOf } from '../span.ts';

/** The texts around every dashboard page, and those that many pages share. */
export const frameEnglish = {
  skip: 'Skip to content',
  sandbox: 'Sandbox',
  menu: 'Menu',
  bar: 'Account, search and changes',
  at: 'at',
  copy: 'Copy',
  copyOf: (what: string) => `Copy ${what}`,
  failed: 'Failed',
  form: {
    tooLarge: (kb: number) => `The form is too large: at most ${kb} KB. Nothing was changed.`,
    unread: 'The form could not be read. Send it again.',
    conflict: (now: string) =>
      `Somebody else changed this after you opened it. It is now: ${now}. Your entries are below; save again to use them.`,
  },

  chips: {
    storage: {
      label: 'Nothing is stored',
      text: (why: string) => `Nothing can be stored: every call returns BACKEND_ERROR. ${why}`,
      way: 'Check again',
    },
    maintenance_mode: {
      label: 'Maintenance',
      text: 'Maintenance mode is on: every request returns MAINTENANCE_MODE.',
    },
    strict: {
      label: 'Strict',
      text: 'Strict mode is on: the sandbox rejects what the live service would reject.',
    },
    weather: {
      rainy: { label: 'Rainy', text: 'The weather is rainy: answers are slow, and a few calls fail.' },
      storm: {
        label: 'Storm',
        text: 'There is a storm: answers are very slow, and a quarter of the calls fail.',
      },
    },
    latency: {
      'slow-bank': { label: 'Slow bank', text: 'Confirm answers as slowly as a slow bank.' },
      'flaky-mobile': { label: 'Flaky network', text: 'Answers stall as in a bad phone network.' },
      report: { label: 'Live times', text: 'Answers take as long as the live service’s did.' },
    },
    turnOff: 'Turn it off',
    settings: {
      label: counted('en', { one: '1 setting', other: '# settings' }),
      text: counted('en', {
        one: '1 setting differs from its default.',
        other: '# settings differ from their defaults.',
      }),
      way: 'See and reset',
    },
    shop: { label: 'Demo shop', text: 'The demo shop is running.', way: 'Open it' },
    clock: {
      frozen: { label: 'Frozen', text: 'The clock is frozen.' },
      moved: {
        label: (by: string) => `Clock ${by}`,
        text: (offset: string) => `The sandbox’s time is ${offset}.`,
      },
      way: 'Change the clock',
    },
    faults: {
      label: counted('en', { one: '1 fault', other: '# faults' }),
      text: counted('en', {
        one: '1 fault is active. Matching calls will fail.',
        other: '# faults are active. Matching calls will fail.',
      }),
      way: 'See and remove',
    },
    span: spanOf({ day: 'd', hour: 'h', minute: 'min', second: 's' }),
  },

  counts: {
    requests: 'rejected in the last hour',
    callbacks: 'failed, retrying or forged',
    inbox: 'active',
    faults: 'active',
  },
  help: 'These guides are part of the sandbox and need no network.',
  search: {
    label: 'Search',
    placeholder: 'Invoice, ID, mobile number or code',
    key: 'Press / to search',
  },
  theme: { label: 'Theme', names: { system: 'System', light: 'Light', dark: 'Dark' } },
  switcher: {
    label: 'Account',
    all: 'All accounts',
    more: 'All accounts and keys',
    missing: 'This account does not exist. A reset may have removed it.',
    showAll: 'Show all accounts',
  },
};
