/** The snapshots page. */
export const snapshotsEnglish = {
  intro: 'The whole state under a name: data, timers, clock, settings, faults.',
  save: 'Save the current state',
  saveButton: 'Save',
  name: 'Name',
  nameHint: 'A-Z a-z 0-9 . _ - up to 64; spaces become hyphens. Replaces an existing one with that name.',
  saved: 'Saved states',
  savedAt: 'saved',
  none: 'None yet.',
  restore: 'Restore',
  restoreWhy: 'Everything since then is lost.',
  restoreSure: 'Restore it',
  remove: 'Remove',
  removeWhy: 'This deletes the snapshot.',
  removeSure: 'Remove it',
  reset: 'Reset',
  resetHint:
    'Restores the accounts and settings from the start. Deletes everything else except the snapshots: transactions, codes, logs, faults and the time of the clock.',
  resetOf: 'the sandbox',
  resetWhy: 'Everything since the start is lost.',
  resetSure: 'Reset now',
  done: {
    saved: 'The state was saved.',
    restored: 'Everything is as it was then, the clock too.',
    removed: 'The snapshot was removed.',
    reset: 'The sandbox starts over.',
  },
};
