/**
 * Writes what is made of what runs: the OpenAPI documents, docs/reference and llms.txt. A test says when they are old.
 *
 *     npm run docs
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from './bundle.ts';
import { generatedFiles } from './docs/generated.ts';

for (const [path, text] of Object.entries(await generatedFiles())) {
  const file = join(projectRoot, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(path);
}
