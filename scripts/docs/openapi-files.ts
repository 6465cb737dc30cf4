import { controlDocument } from '../../src/control-api/openapi/control.ts';
import { merchantDocument } from '../../src/control-api/openapi/merchant.ts';

/** The OpenAPI documents, by path. */
export function openApiFiles(): Readonly<Record<string, string>> {
  return {
    'docs/openapi/control.json': json(controlDocument()),
    'docs/openapi/merchant.json': json(merchantDocument()),
  };
}

function json(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
