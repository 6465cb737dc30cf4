#!/usr/bin/env node
// In the syntax of Node 10 and without a static import: an old Node must come far enough to say that it is old.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 14)) {
  process.stderr.write(
    `gateway-sandbox needs Node.js 22.14 or newer, and this is ${process.version}: see https://nodejs.org.\n`,
  );
  process.exit(1);
}

// A tenth of the start is compiling: Node keeps the result in its temporary folder.
if (canKeepCompiled()) process.getBuiltinModule('node:module').enableCompileCache();

import('../dist/cli.cjs').catch((error) => {
  // Only a clone can lack the bundle: the package ships it.
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !/[\\/]dist[\\/]cli\.cjs'/.test(error.message)) throw error;
  process.stderr.write('gateway-sandbox is not built yet: run `npm ci` in its folder.\n');
  process.exit(1);
});

// In a folder that is not there and cannot be created, such as one in /proc, `enableCompileCache` never returns.
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
