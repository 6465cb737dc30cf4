import { accountEnglish } from './dashboard/en/account.ts';
import { adviceEnglish } from './dashboard/en/advice.ts';
import { callbackEnglish } from './dashboard/en/callback.ts';
import { clockEnglish } from './dashboard/en/clock.ts';
import { compatibilityEnglish } from './dashboard/en/compatibility.ts';
import { faultsEnglish } from './dashboard/en/faults.ts';
import { frameEnglish } from './dashboard/en/frame.ts';
import { listsEnglish } from './dashboard/en/lists.ts';
import { overviewEnglish } from './dashboard/en/overview.ts';
import { paymentsEnglish } from './dashboard/en/payments.ts';
import { requestEnglish } from './dashboard/en/request.ts';
import { scriptsEnglish } from './dashboard/en/scripts.ts';
import { searchEnglish } from './dashboard/en/search.ts';
import { settingsEnglish } from './dashboard/en/settings.ts';
import { signInEnglish } from './dashboard/en/sign-in.ts';
import { signatureEnglish } from './dashboard/en/signature.ts';
import { snapshotsEnglish } from './dashboard/en/snapshots.ts';
import { statesEnglish } from './dashboard/en/states.ts';
import { storiesEnglish } from './dashboard/en/stories.ts';
import { storyEnglish } from './dashboard/en/story.ts';
import { verdictsEnglish } from './dashboard/en/verdicts.ts';
import { weatherEnglish } from './dashboard/en/weather.ts';

/** The navigation and all dashboard pages. */
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
      help: 'Help',
    },
  },

  dashboard: {
    account: accountEnglish,
    advice: adviceEnglish,
    callback: callbackEnglish,
    clock: clockEnglish,
    compatibility: compatibilityEnglish,
    faults: faultsEnglish,
    weather: weatherEnglish,
    frame: frameEnglish,
    lists: listsEnglish,
    request: requestEnglish,
    overview: overviewEnglish,
    payments: paymentsEnglish,
    search: searchEnglish,
    verdicts: verdictsEnglish,
    scripts: scriptsEnglish,
    settings: settingsEnglish,
    story: storyEnglish,
    signIn: signInEnglish,
    signature: signatureEnglish,
    snapshots: snapshotsEnglish,
    stories: storiesEnglish,
    states: statesEnglish,
  },
};
