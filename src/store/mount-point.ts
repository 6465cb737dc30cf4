import { readFileSync, realpathSync } from 'node:fs';

/**
 * Whether the file itself is mounted, such as by `docker run -v a.db:/data/a.db`. SQLite would keep its log
 * beside the mount point, where nothing finds it once the mount is gone. False outside Linux.
 */
export function isMountPoint(file: string): boolean {
  let mounts: string;
  try {
    mounts = readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return false;
  }
  const path = realpathSync(file);
  // The fifth field: https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html
  return mounts.split('\n').some((mount) => unescaped(mount.split(' ', 5)[4] ?? '') === path);
}

/** Spaces, tabs, line breaks and backslashes are escaped, such as `\040`. */
function unescaped(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
}
