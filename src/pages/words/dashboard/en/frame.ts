import { counted } from '../../counted.ts';

/** What stands around every page of the dashboard, and on many of them. */
export const frameEnglish = {
  skip: 'Skip to content',
  sandbox: 'Sandbox',
  menu: 'Menu',
  activeChanges: 'Active changes',
  at: 'at',
  copy: 'Copy',
  copyOf: (what: string) => `Copy ${what}`,
  failed: 'Failed',

  banners: {
    storage: (why: string) => `Nothing can be stored: every call returns BACKEND_ERROR. ${why}`,
    checkAgain: 'Check again',
    maintenance: 'Maintenance mode is on: every request returns MAINTENANCE_MODE.',
    strict: 'Strict mode is on: the sandbox rejects what the live service would reject.',
    turnOff: 'Turn it off',
    frozen: (time: string) => `The clock is frozen at ${time}.`,
    moved: (time: string) => `The clock was changed: it shows ${time}.`,
    changeClock: 'Change the clock',
    faults: counted('en', {
      one: '1 fault is active. Matching calls will fail.',
      other: '# faults are active. Matching calls will fail.',
    }),
    seeFaults: 'See and remove',
  },
};
