/** What the browser's scripts say: texts alone, for they are sent as JSON. `#` is a number. */
export const scriptsEnglish = {
  copied: 'Copied',
  pressCopy: 'Press Ctrl+C',
  live: { on: 'Live', wait: 'Reconnecting', off: 'Offline' },
  ages: ['# d', '# h', '# min', '# s'],
  newRows: '# new',
  manyNewRows: '# or more new',
};
