/** The name of better-sqlite3's binary among the assets of the standalone executable. */
export const nativeAsset = 'better_sqlite3.node';
