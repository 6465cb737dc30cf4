/**
 * Generates the OpenAPI documents, docs/reference and llms.txt from the code. A test fails when they are
 * outdated.
 *
 *     npm run docs
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from './bundle.ts';
import { openApiFiles } from './docs/openapi-files.ts';

// First, because loading the reference module reads the OpenAPI documents to check its examples.
write(openApiFiles());
const { generatedFiles } = await import('./docs/generated.ts');
write(await generatedFiles());

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(projectRoot, path);
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    writeFileSync(file, text);
    console.log(path);
  }
}
