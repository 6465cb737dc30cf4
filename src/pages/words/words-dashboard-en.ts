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
};
