#!/usr/bin/env node
// Only Node 10 syntax and no static imports, so that an old Node gets far enough to say that it is too old.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 14)) {
  process.stderr.write(
    `gateway-sandbox needs Node.js 22.14 or newer, and this is ${process.version}: see https://nodejs.org.\n`,
  );
  process.exit(1);
}

// Compiling takes a tenth of the startup, so let Node cache the result in its temporary folder.
if (canKeepCompiled()) process.getBuiltinModule('node:module').enableCompileCache();

import('../dist/cli.cjs').catch((error) => {
  // Only a clone can lack the bundle, because the package includes it.
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !/[\\/]dist[\\/]cli\.cjs'/.test(error.message)) throw error;
  process.stderr.write('gateway-sandbox is not built yet: run `npm ci` in its folder.\n');
  process.exit(1);
});

// `enableCompileCache` never returns if the folder can't be created, such as one in /proc.
function canKeepCompiled() {
  const { tmpdir } = process.getBuiltinModule('node:os');
  const { join } = process.getBuiltinModule('node:path');
  try {
    process.getBuiltinModule('node:fs').mkdirSync(join(tmpdir(), 'node-compile-cache'));
    return true;
  } catch (error) {
    return error.code === 'EEXIST';
  }
}
