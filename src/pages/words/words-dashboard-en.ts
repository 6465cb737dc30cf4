import { callbackEnglish } from './dashboard/en/callback.ts';
import { frameEnglish } from './dashboard/en/frame.ts';
import { listsEnglish } from './dashboard/en/lists.ts';
import { requestEnglish } from './dashboard/en/request.ts';
import { scriptsEnglish } from './dashboard/en/scripts.ts';
import { signInEnglish } from './dashboard/en/sign-in.ts';
import { statesEnglish } from './dashboard/en/states.ts';

/** What stands around every page of the dashboard. */
export const dashboardEnglish = {
  rail: {
    watch: 'Watch',
    provoke: 'Provoke',
    debug: 'Debug',
    configure: 'Configure',
    pages: {
      overview: 'Overview',
      transactions: 'Payments',
      requests: 'API calls',
      callbacks: 'Callbacks',
      inbox: 'Phone',
      faults: 'Faults',
      clock: 'Clock',
      snapshots: 'Snapshots',
      send: 'Send a call',
      signature: 'Signature doctor',
      compatibility: 'Compatibility',
      account: 'Accounts',
      settings: 'Settings',
    },
  },

  dashboard: {
    callback: callbackEnglish,
    frame: frameEnglish,
    lists: listsEnglish,
    request: requestEnglish,
    scripts: scriptsEnglish,
    signIn: signInEnglish,
    states: statesEnglish,
  },
};
