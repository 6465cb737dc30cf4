import { getRawAsset } from 'node:sea';
import { nativeAsset } from './native-asset.ts';
import { isForbiddenByDisk } from './native-error.ts';
import { fromUnpacked } from './unpacked.ts';

let binding: unknown;

/**
 * Replaces better-sqlite3's lookup of its native module in the standalone executable, because the system can
 * load a library only from a file.
 *
 * @throws NativeModuleError if the module cannot be unpacked anywhere. The system's error if it cannot be
 * loaded.
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
