import { getRawAsset } from 'node:sea';
import { nativeAsset } from './native-asset.ts';
import { UnpackError, unpacked } from './unpacked.ts';

let binding: unknown;

/**
 * What stands in the standalone executable in the place of better-sqlite3's own search for its binary: the system loads a library from
 * a file alone.
 *
 * @throws UnpackError when it can be unpacked nowhere, or the system will not load it from there.
 */
export function getBinding(): unknown {
  binding ??= loaded(unpacked(nativeAsset, new Uint8Array(getRawAsset(nativeAsset))));
  return binding;
}

function loaded(file: string): unknown {
  const module: { exports: unknown } = { exports: {} };
  try {
    process.dlopen(module, file);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UnpackError(
      `The database module cannot be loaded: ${why}. Where that disk forbids programs, name a folder on another one with XDG_CACHE_HOME.`,
    );
  }
  return module.exports;
}
