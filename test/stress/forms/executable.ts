import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buildExecutable } from '../../../scripts/binary/executable.ts';
import { probe, succeeded, type Trial } from './trial.ts';

/** The standalone executable in minimal environments. */
export function executableTrials(executable: string, place: string, chroots: readonly string[]): Trial[] {
  const home = folderOf(place, 'home');
  return [
    trial('an empty environment', ['env'], () => works('env', ['-i', `HOME=${home}`, ...probe(executable)])),
    trial('NODE_OPTIONS of another program', [], () =>
      works(executable, probe(executable).slice(1), { HOME: home, NODE_OPTIONS: '--require /nowhere.cjs' }),
    ),
    trial('a user without a passwd entry and HOME', ['root', 'setpriv'], () => {
      chmodSync(place, 0o755);
      const temporary = folderOf(place, 'temporary', 0o777);
      const user = ['--reuid=12345', '--regid=12345', '--clear-groups'];
      return works('setpriv', [...user, ...probe(executable)], { TMPDIR: temporary });
    }),
    ...mountedTrials(executable, place, home),
    trial('a chroot with only its libraries', ['root', 'chroot', 'ldd'], () =>
      works('chroot', [bareRoot(executable, join(place, 'bare')), ...probe(`/${basename(executable)}`)]),
    ),
    ...chroots.map((root) => trial(systemIn(root), ['root', 'chroot'], () => inSystem(executable, root))),
    trial('built twice', [], async () => {
      const again = await buildExecutable(join(place, 'again'));
      if (!readFileSync(again).equals(readFileSync(executable))) throw new Error('the bytes differ');
      return 'the same bytes';
    }),
  ];
}

function mountedTrials(executable: string, place: string, home: string): Trial[] {
  const itself = probe(executable).join(' ');
  const mounted = (script: string, env: Readonly<Record<string, string>>) =>
    works('unshare', ['-m', 'sh', '-c', script], { HOME: home, ...env });
  return [
    trial('a read-only folder', ['root', 'unshare', 'mount'], () => {
      const folder = dirname(executable);
      return mounted(
        `mount --bind ${folder} ${folder} && mount -o remount,ro,bind ${folder} && cd ${folder} && ${itself}`,
        {},
      );
    }),
    trial('a cache on a noexec disk', ['root', 'unshare', 'mount'], () => {
      const cache = folderOf(place, 'noexec');
      return mounted(`mount -t tmpfs -o noexec tmpfs ${cache} && XDG_CACHE_HOME=${cache} ${itself}`, {
        TMPDIR: folderOf(place, 'instead'),
      });
    }),
  ];
}

function trial(where: string, needs: readonly string[], run: Trial['run']): Trial {
  return { form: 'executable', where, needs, run };
}

function works(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  succeeded(command, args, { env, cwd: '/' });
  return '';
}

/** A system that is too old must get that message. Anything else is a failure. */
function inSystem(executable: string, root: string): string {
  const inside = join(root, 'tmp', basename(executable));
  copyFileSync(executable, inside);
  try {
    return works('chroot', [root, ...probe(`/tmp/${basename(executable)}`)]);
  } catch (error) {
    const [, sentence] = /gateway-sandbox (needs [^\n]+)/.exec(String(error)) ?? [];
    if (sentence === undefined) throw error;
    return `refused: it ${sentence}`;
  } finally {
    rmSync(inside);
  }
}

function folderOf(place: string, name: string, mode = 0o700): string {
  const folder = join(place, name);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, mode);
  return folder;
}

/** A root folder with only the program and its libraries. */
export function bareRoot(executable: string, root: string): string {
  mkdirSync(join(root, 'tmp'), { recursive: true });
  const libraries = [...succeeded('ldd', [executable]).matchAll(/(\/\S+) \(0x/g)].map(
    ([, file = '']) => file,
  );
  for (const file of libraries) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    copyFileSync(file, join(root, file));
  }
  copyFileSync(executable, join(root, basename(executable)));
  return root;
}

function systemIn(root: string): string {
  const [, name] = /^PRETTY_NAME="(.*)"$/m.exec(readFileSync(join(root, 'etc/os-release'), 'utf8')) ?? [];
  return name ?? root;
}
