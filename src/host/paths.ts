import { fileURLToPath } from 'node:url';
import { packageFile, packageRoot } from './package-files.ts';

export const viewsDir = fileURLToPath(new URL('views/', packageRoot));
/** The JSON Schema of the config file, which the build writes. */
export const configSchemaFile = fileURLToPath(new URL('dist/config.schema.json', packageRoot));

// Our own package.json, which ships in the package and has a version.
const manifest = JSON.parse(packageFile('package.json')) as {
  version: string;
};

export const version: string = manifest.version;
