import { answerShapesModule } from './answer-shapes.ts';
import { architecturePage } from './architecture.ts';
import { commandsPage } from './commands.ts';
import { configPage } from './config.ts';
import { contractModule } from './contract.ts';
import { controlApiPage } from './control-api.ts';
import { controlExamples } from './control-examples.ts';
import { diagramFiles } from './diagrams.ts';
import { errorsPage } from './errors.ts';
import { gapsPage } from './gaps.ts';
import { helpFile } from './help.ts';
import { llmsPage } from './llms.ts';
import { magicPage } from './magic.ts';
import { merchantApiPage } from './merchant-api.ts';
import { openApiFiles } from './openapi-files.ts';
import { startOptionsModule } from './start-options.ts';

/** All generated files, by path. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  return {
    ...diagramFiles(),
    'docs/architecture.md': architecturePage(),
    ...openApiFiles(),
    'docs/reference/commands.md': commandsPage(),
    'docs/reference/config.md': configPage(),
    'docs/reference/control-api.md': controlApiPage(await controlExamples()),
    'docs/reference/errors.md': errorsPage(),
    'docs/reference/gaps.md': gapsPage(),
    'docs/reference/magic.md': magicPage(),
    'docs/reference/merchant-api.md': merchantApiPage(),
    'fixtures/help.json': helpFile(),
    'llms.txt': llmsPage(),
    'src/client/answer-shapes.ts': answerShapesModule(),
    'src/client/contract.ts': contractModule(),
    'src/client/start-options.ts': startOptionsModule(),
  };
}
