/** The signature doctor. */
export const signatureEnglish = {
  intro:
    'Paste what arrived, or what your code built. The doctor tries the common mistakes until one reproduces your hash.',
  whatToCheck: 'What to check',
  pasted: 'What arrived',
  pastedHint: 'A URL, a query, a JSON body, a whole HTTP request with its headers, or a line of a log.',
  hashed: 'Hash that your code computed',
  hashedHint: 'Optional. By default, the hashed that arrived.',
  built: 'String that your code built',
  builtHint: 'Optional. What went into your HMAC; the page shows the first difference.',
  account: 'Account',
  secret: 'Other secret key',
  secretHint: 'Optional. Instead of the account’s own.',
  check: 'Check it',
  /** Without a period, which is appended. */
  nothing: 'Nothing to check. Paste what arrived, or the string that your code built',
  right: 'The hash is right.',
  stringWrong: 'The hash that arrived is right. Your string is not.',
  textSorted: 'The text that you pasted is not as it arrived.',
  textUnclear: 'The hash is wrong, or the text was not read as it arrived.',
  unexplained: 'The hash is wrong, and no common mistake explains it.',
  wrong: 'The hash is wrong.',
  nothingSigned: 'There is nothing to sign.',
  empty: '(empty)',
  yourStringWrong: 'Your string is wrong.',
  computed: 'This is the string to sign, as it was read, and its hash.',
  yourStringRight: 'Your string is right.',
  firstDifference: 'First difference',
  difference: (position: number, field: string | undefined) =>
    field === undefined
      ? `First difference at character ${position}.`
      : `First difference at character ${position} (field \`${field}\`).`,
  rightOne: 'Right',
  yours: 'Yours',
  endsHere: 'ends here',
  toSign: 'String to sign',
  theString: 'the string',
  rightHash: 'Right hash',
  theHash: 'the right hash',
};
