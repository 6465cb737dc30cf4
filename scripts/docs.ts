/**
 * Writes what is made of what runs: the OpenAPI documents, docs/reference and llms.txt. A test says when they are old.
 *
 *     npm run docs
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from './bundle.ts';
import { openApiFiles } from './docs/openapi-files.ts';

// The examples of the reference are checked against the OpenAPI documents, which are read with their module.
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
