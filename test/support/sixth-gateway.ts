import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Two gateways that someone might add, one per flow. */
const added = ['walletC', 'kiosk'];

/** A copy of the sources with both of them: only a definition and an entry in the registry for each. */
export function sourcesWithSixthGateways(folder: string): void {
  const parts = [
    'src',
    'bin',
    'scripts',
    'test',
    'views',
    'fixtures',
    'docs',
    'package.json',
    'tsconfig.json',
  ];
  for (const part of parts)
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/\.(png|webp|gif)$/.test(path),
    });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const token of added) {
    const definition = readFileSync(join(import.meta.dirname, `gateways/${token}.ts`), 'utf8');
    const inPlace = definition.replaceAll('../../../src/gateways/', './');
    writeFileSync(join(folder, `src/gateways/${token}.ts`), inPlace);
    addEntry(join(folder, 'src/gateways/registry.ts'), token);
  }
}

function addEntry(registry: string, token: string): void {
  const text = readFileSync(registry, 'utf8');
  const entered = text.replace('\n};', `\n  ${token},\n};`);
  writeFileSync(registry, `import { ${token} } from './${token}.ts';\n${entered}`);
}
