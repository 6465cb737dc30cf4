import { expect, it } from 'vitest';
import { packageManager } from '../../src/cli/processes.ts';

it.each([
  ['npm exec gateway-sandbox start', 'npx'],
  ['npm run test', 'npm'],
  ['node /usr/lib/node_modules/npm/bin/npm-cli.js test', 'npm'],
  ['node /usr/bin/pnpm --recursive test', 'pnpm'],
  ['node /home/dev/.cache/node/corepack/v1/pnpm/9.15.9/bin/pnpm.cjs test', 'pnpm'],
  ['node /usr/share/yarn/bin/yarn.js test', 'yarn'],
  ['/usr/bin/node /usr/lib/node_modules/yarn/lib/cli.js run test', 'yarn'],
  ['node /home/dev/.yarn/yarn-v1.22.22/lib/cli.js run test', 'yarn'],
  ['node /home/dev/shop/.yarn/releases/yarn-4.9.1.cjs test', 'yarn'],
  ['node /home/dev/shop/.yarn/releases/yarn-berry.cjs test', undefined],
  ['/home/dev/shop/node_modules/bun/bin/bun.exe run test', 'bun'],
  ['bunx gateway-sandbox start', 'bunx'],
  ['sh -c npm test', undefined],
  ['node /home/dev/npm-1/server.js', undefined],
  ['node /home/dev/yarn/lib/server.js', undefined],
  ['node server.js npm', undefined],
])('The package manager of %j is %s', (command, name) => {
  expect(packageManager({ pid: 2, parent: 1, group: 2, command })).toBe(name);
});
