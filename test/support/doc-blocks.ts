import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A piece of code of a document, and the heading under which it stands. */
export interface DocBlock {
  readonly heading: string;
  readonly code: string;
}

/** The blocks of code of a file in `docs/` that are in this language, in their order. */
export function docBlocks(file: string, language: 'js' | 'sh' = 'js'): DocBlock[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8');
  return text.split(/^#+ /m).flatMap((section) => {
    const heading = section.split('\n', 1)[0] ?? '';
    const blocks = section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'));
    return [...blocks].map(([, code = '']) => ({ heading, code }));
  });
}

/** Runs a piece of code, in which these names stand for these values, to its end. */
export async function runBlock(code: string, names: Readonly<Record<string, unknown>>): Promise<void> {
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  await new AsyncFunction(...Object.keys(names), code)(...Object.values(names));
}
