import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package's root: this file lies one folder below it, in `src/` as well as bundled in `dist/`. */
const packageRoot = new URL('../', import.meta.url);

export const viewsDir = fileURLToPath(new URL('views/', packageRoot));
export const fixturesDir = fileURLToPath(new URL('fixtures/', packageRoot));
export const migrationsDir = fileURLToPath(new URL('src/store/migrations/', packageRoot));
/** The JSON Schema of the config file; the build writes it. */
export const configSchemaFile = fileURLToPath(new URL('dist/config.schema.json', packageRoot));

// Our own package.json: it ships in the package and has a version.
const manifest = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as {
  version: string;
};

export const version: string = manifest.version;
