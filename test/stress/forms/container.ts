import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../scripts/bundle.ts';
import { bareRoot } from './executable.ts';
import { succeeded, type Trial } from './trial.ts';

/** The image's files, run like an engine does, and the Dockerfile itself if its base images are available. */
export function containerTrials(executable: string, place: string): Trial[] {
  const root = join(place, 'image');
  return [
    {
      form: 'container',
      where: 'user 10001 with the home /, read-only, over HTTPS on another port',
      needs: ['root', 'unshare', 'chroot', 'mount', 'bash', 'ip'],
      run: () => {
        laidOut(executable, root);
        return succeeded('unshare', ['-mpnf', 'bash', '-c', asEngine(root)]).trim();
      },
    },
    {
      form: 'container',
      where: 'the Dockerfile, built by buildah with --format docker',
      needs: ['root', 'buildah'],
      run: () => {
        const args = [
          'bud',
          '--format',
          'docker',
          '--isolation',
          'chroot',
          '-t',
          'gateway-sandbox-forms',
          projectRoot,
        ];
        const { status, stderr } = spawnSync('buildah', args, { encoding: 'utf8', timeout: 600_000 });
        if (status === 0) return '';
        if (/pinging|lookup|initializing source|connection refused/i.test(stderr))
          return 'not tried: its base images cannot be fetched here';
        throw new Error(stderr.slice(-500));
      },
    },
  ];
}

/** The image's files with this system's libraries. */
function laidOut(executable: string, root: string): void {
  bareRoot(executable, root);
  bareRoot('/bin/bash', root);
  succeeded(join(projectRoot, 'scripts/container/assemble.sh'), [executable, root]);
  mkdirSync(join(root, 'bin'), { recursive: true });
  mkdirSync(join(root, 'proc'), { recursive: true });
  copyFileSync('/bin/bash', join(root, 'bin/bash'));
}

/** Runs the image's command in its own namespaces, then its health check, then sends SIGTERM. */
function asEngine(root: string): string {
  const env =
    'env -i PATH=/usr/local/bin XDG_CACHE_HOME=/var/cache XDG_DATA_HOME=/data GATEWAY_SANDBOX_HOST=0.0.0.0 HOME=/';
  return `set -e; chroot=$(command -v chroot); ip link set lo up; mount --bind ${root} ${root}; mount -t tmpfs -o uid=10001,gid=10001,mode=700 tmpfs ${root}/data
    mount -o remount,ro,bind ${root}; mount -t proc proc ${root}/proc
    inside() { exec ${env} "$chroot" --userspec=10001:10001 --groups= ${root} "$@"; }
    inside /usr/local/bin/gateway-sandbox start --https --port 5000 --json >/dev/null & sandbox=$!
    for _ in $(seq 20); do (inside /usr/local/bin/gateway-sandbox-health $sandbox) >/dev/null 2>&1 && break; sleep 0.5; done
    (inside /usr/local/bin/gateway-sandbox-health $sandbox) >/dev/null
    kill $sandbox; wait $sandbox; echo 'healthy, and exit code 0 after SIGTERM'`;
}
