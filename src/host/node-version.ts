/** The oldest Node that has the Node-API 10 of better-sqlite3's binary: an older one ends in it without a word. */
export const oldestNode = '22.14';

/** Whether this version, such as `24.1.0`, is new enough. */
export function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 14);
}
