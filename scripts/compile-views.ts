import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import type { Plugin } from 'rolldown';
import { viewsDir } from '../src/host/paths.ts';
import { joinedOutput } from '../src/pages/template-plugin.ts';

/** Adds the templates of `views/` to the bundle as functions, so that none is compiled at run time. */
export const compiledViews: Plugin = {
  name: 'compiled-views',
  load: {
    filter: { id: /compiled-views\.ts$/ },
    handler: () => `export const compiledViews = {${globSync('**/*.eta', { cwd: viewsDir }).map(member)}};`,
  },
};

function member(file: string): string {
  const eta = new Eta({ autoEscape: true, plugins: [joinedOutput] });
  const body = eta.compileToString(readFileSync(join(viewsDir, file), 'utf8'));
  const name = file.replaceAll('\\', '/').replace(/\.eta$/, '');
  return `${JSON.stringify(name)}: function (it, options) {${body}}`;
}
