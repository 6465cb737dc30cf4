import { controlDocument } from '../../src/http/openapi/control.ts';
import { merchantDocument } from '../../src/http/openapi/merchant.ts';
import { magicPage } from './magic.ts';

/** The generated files of docs/, by their paths. */
export function generatedFiles(): Readonly<Record<string, string>> {
  return {
    'docs/openapi/control.json': json(controlDocument()),
    'docs/openapi/merchant.json': json(merchantDocument()),
    'docs/magic.md': magicPage(),
  };
}

function json(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
