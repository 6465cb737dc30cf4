/** The texts of the browser scripts. Strings only, because they are sent as JSON. `#` stands for a number. */
export const scriptsEnglish = {
  copied: 'Copied',
  pressCopy: 'Press Ctrl+C',
  refused: 'That didn’t work. Check that the sandbox is running, then try again.',
  live: { on: 'Live', wait: 'Reconnecting', off: 'Offline' },
  ages: ['# d', '# h', '# min', '# s'],
  newRows: '# new',
  noLongerMatches: 'No longer matches',
  manyNewRows: '# or more new',
};
