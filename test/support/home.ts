import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, platform } from 'node:process';

const userHome = homedir();

/** Where programs store a user's files. */
const watched = ['', '.cache', '.config', '.local/share', '.local/state', 'Library/Caches'];
const ownName = /gateway-sandbox/;

/** The content of the user's home, compared at the end of the run. */
export function homeEntries(): ReadonlySet<string> {
  return new Set(watched.flatMap((folder) => entriesOf(folder)));
}

/**
 * Gives the run its own home folder. npm's settings and cache and the user's Python packages remain
 * available, because the tests need them.
 */
export function takeHome(): { readonly home: string; readonly leave: () => void } {
  const home = mkdtempSync(join(tmpdir(), 'gateway-sandbox-home-'));
  const before = { ...env };
  if (platform !== 'win32') {
    env.npm_config_cache ??= join(userHome, '.npm');
    env.npm_config_userconfig ??= join(userHome, '.npmrc');
  }
  env.PYTHONUSERBASE ??= join(userHome, platform === 'darwin' ? 'Library/Python' : '.local');
  for (const name of Object.keys(env).filter((each) => each.startsWith('XDG_'))) delete env[name];
  env.HOME = home;
  env.USERPROFILE = home;
  return {
    home,
    leave: () => {
      Object.assign(env, before);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The names in a folder of the home. Our own include their modification time. */
function entriesOf(folder: string): string[] {
  const path = join(userHome, folder);
  if (!existsSync(path)) return [];
  return (
    readdirSync(path)
      // Vitest, Chromium and npm store hidden files.
      .filter((name) => ownName.test(name) || (folder === '' && !name.startsWith('.')))
      .map((name) => {
        const entry = join(path, name);
        return ownName.test(name) ? `${entry}, changed at ${changedAt(entry)}` : entry;
      })
  );
}

function changedAt(entry: string): string {
  const inside = statSync(entry).isDirectory() ? readdirSync(entry).map((name) => join(entry, name)) : [];
  return new Date(Math.max(...[entry, ...inside].map((path) => statSync(path).mtimeMs))).toISOString();
}
