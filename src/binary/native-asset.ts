/** The asset name of better-sqlite3's native module in the standalone executable. */
export const nativeAsset = 'better_sqlite3.node';
