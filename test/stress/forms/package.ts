import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { projectRoot } from '../../../scripts/bundle.ts';
import { succeeded, type Trial } from './trial.ts';

/** The packed file, installed with npm like a user does. */
export function packageTrials(place: string): Trial[] {
  const folder = join(place, 'package');
  const home = { HOME: folder };
  const installed = () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    succeeded('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: projectRoot });
    const packed = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    succeeded('npm', ['install', '--no-audit', '--no-fund', join(folder, packed)], { cwd: folder });
  };
  const main = join(folder, 'node_modules/gateway-sandbox/bin/gateway-sandbox.js');
  const asked = [main, 'exec', '--', execPath, main, 'health'];
  return [
    {
      form: 'package',
      where: `installed from its tarball, Node.js ${process.version}`,
      needs: ['npm'],
      run: () => {
        installed();
        succeeded(execPath, asked, { env: home, cwd: folder });
        return '';
      },
    },
    {
      form: 'package',
      where: 'a network namespace with only a loopback',
      needs: ['root', 'unshare', 'ip'],
      run: () => {
        const command = `ip link set lo up && ${[execPath, ...asked].join(' ')}`;
        succeeded('unshare', ['-n', 'sh', '-c', command], { env: home, cwd: folder });
        return '';
      },
    },
  ];
}
