#!/usr/bin/env node
// Only Node 10 syntax and no static imports, so that an old Node gets far enough to say that it is too old.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 14)) {
  process.stderr.write(
    `gateway-sandbox needs Node.js 22.14 or newer, and this is ${process.version}: see https://nodejs.org.\n`,
  );
  process.exit(1);
}

// Compiling takes a tenth of the startup, so let Node cache the result. What is in the cache is run as it is.
const folder = ownFolder();
if (folder !== undefined) process.getBuiltinModule('node:module').enableCompileCache(folder);

import('../dist/cli.cjs').catch((error) => {
  // Only a clone can lack the bundle, because the package includes it.
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !/[\\/]dist[\\/]cli\.cjs'/.test(error.message)) throw error;
  process.stderr.write('gateway-sandbox is not built yet: run `npm ci` in its folder.\n');
  process.exit(1);
});

// This user's folder in the temporary folder, as in src/host/own-folder.ts. Undefined if another user could have
// written to it, or if it can't be created: `enableCompileCache` never returns for one in /proc.
function ownFolder() {
  const { mkdirSync, lstatSync } = process.getBuiltinModule('node:fs');
  const { join } = process.getBuiltinModule('node:path');
  const { tmpdir } = process.getBuiltinModule('node:os');
  const uid = process.getuid ? process.getuid() : '';
  const path = join(tmpdir(), `gateway-sandbox-${uid}`);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (error.code !== 'EEXIST') return undefined;
  }
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isDirectory()) return undefined;
  const isOwn = uid === '' || (stats.uid === uid && (stats.mode & 0o022) === 0);
  return isOwn ? join(path, 'compiled') : undefined;
}
