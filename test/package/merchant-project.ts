import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ProgramEnd, packInto, run, succeeded } from './npm.ts';

/** A merchant's project in a folder of its own, with nothing in it but what npm installs from the packed file and the registry. */
export interface MerchantProject {
  /** The packed file. */
  readonly packed: string;
  readonly write: (file: string, text: string) => void;
  /** Runs `npm`, `npx` or `node` there, to its end. */
  readonly run: (program: 'npm' | 'npx' | 'node', ...args: readonly string[]) => Promise<ProgramEnd>;
  /** Adds packages: our packed file by the name that it has with us, others by theirs. Rejects with what npm says. */
  readonly install: (...packages: readonly string[]) => Promise<void>;
  /** The bytes of all files that are installed. */
  readonly installedBytes: () => number;
  /** The packages of npm's lockfile, by their places in `node_modules`. */
  readonly locked: () => Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
  readonly remove: () => void;
}

/** Packs our package as it would be published, and begins a project beside it. */
export async function merchantProject(): Promise<MerchantProject> {
  const place = mkdtempSync(join(tmpdir(), 'gateway-sandbox-'));
  const packed = await packInto(place, 'with types');
  const folder = join(place, 'shop');
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  write('package.json', '{"name":"shop","private":true}');
  return {
    packed,
    write,
    run: (program, ...args) => run(folder, program, args),
    install: async (...packages) => {
      const named = packages.map((name) => (name === 'gateway-sandbox' ? packed : name));
      const quick = ['--no-audit', '--no-fund', '--prefer-offline', '--save-dev'];
      await succeeded(run(folder, 'npm', ['install', ...quick, ...named]));
    },
    installedBytes: () => bytesUnder(join(folder, 'node_modules')),
    // npm's own file, of the shape that it documents.
    locked: () => JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages,
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

export function bytesUnder(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
