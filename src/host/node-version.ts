/** The oldest Node with Node-API 10, which better-sqlite3 needs. Older ones crash without a message. */
export const oldestNode = '22.14';

/** Whether this version, such as `24.1.0`, is new enough. */
export function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 14);
}
