import { controlDocument } from '../../src/control-api/openapi/control.ts';
import { merchantDocument } from '../../src/control-api/openapi/merchant.ts';
import { architecturePage } from './architecture.ts';
import { commandsPage } from './commands.ts';
import { configPage } from './config.ts';
import { contractModule } from './contract.ts';
import { controlApiPage } from './control-api.ts';
import { controlExamples } from './control-examples.ts';
import { errorsPage } from './errors.ts';
import { gapsPage } from './gaps.ts';
import { llmsPage } from './llms.ts';
import { magicPage } from './magic.ts';

/** The files that are made of what runs, by their paths. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  return {
    'docs/architecture.md': architecturePage(),
    'docs/openapi/control.json': json(controlDocument()),
    'docs/openapi/merchant.json': json(merchantDocument()),
    'docs/reference/commands.md': commandsPage(),
    'docs/reference/config.md': configPage(),
    'docs/reference/control-api.md': controlApiPage(await controlExamples()),
    'docs/reference/errors.md': errorsPage(),
    'docs/reference/gaps.md': gapsPage(),
    'docs/reference/magic.md': magicPage(),
    'llms.txt': llmsPage(),
    'src/client/contract.ts': contractModule(),
  };
}

function json(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
