import { getRawAsset } from 'node:sea';
import { nativeAsset } from './native-asset.ts';
import { isForbiddenByDisk } from './native-error.ts';
import { fromUnpacked } from './unpacked.ts';

let binding: unknown;

/**
 * Replaces better-sqlite3's own search for its module in the standalone executable: the system can load a library only from a file.
 *
 * @throws NativeModuleError when the module can be unpacked nowhere. Throws the system's error when it refuses to load it.
 */
export function getBinding(): unknown {
  binding ??= fromUnpacked(nativeAsset, new Uint8Array(getRawAsset(nativeAsset)), loaded, isForbiddenByDisk);
  return binding;
}

function loaded(file: string): unknown {
  const module: { exports: unknown } = { exports: {} };
  process.dlopen(module, file);
  return module.exports;
}
