import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackage } from '../test/package/install.ts';
import { packInto } from '../test/package/npm.ts';

export interface Installed {
  readonly megabytes: number;
  readonly seconds: number;
  readonly packages: number;
  readonly installScripts: number;
}

/** Packs the package and installs it in a new project, like a user. Undefined without a registry. */
export async function install(): Promise<Installed | undefined> {
  console.error('install');
  const place = mkdtempSync(join(tmpdir(), 'gateway-sandbox-'));
  try {
    const packed = await packInto(place);
    const startedAt = performance.now();
    const installed = await installPackage(join(place, 'shop'), packed);
    const packages = Object.entries(installed.packages).filter(([name]) => name !== '');
    return {
      megabytes: installed.bytes / 1e6,
      seconds: (performance.now() - startedAt) / 1000,
      packages: packages.length,
      installScripts: packages.filter(([, { hasInstallScript }]) => hasInstallScript).length,
    };
  } catch (error) {
    console.error(`The installation is left out: npm could not install. ${firstLine(error)}`);
    return undefined;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

export function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? '';
}
