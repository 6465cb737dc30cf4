import { join } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { projectRoot } from '../bundle.ts';
import { compiledViews } from '../compile-views.ts';
import { notices } from '../notices.ts';
import { embeddedFiles } from './embedded-files.ts';
import { nodeNotice } from './node-notice.ts';

const nativeModule = join(projectRoot, 'src/binary/native-module.ts');

/** The whole program as one CommonJS file that embeds the package files and all licenses. */
export async function wholeProgram(): Promise<string> {
  // The first pass determines which libraries are bundled.
  const { moduleIds } = await bundled({});
  const licences = [await notices(moduleIds), nodeNotice()].join(`\n${'-'.repeat(80)}\n\n`);
  return (await bundled({ 'dist/THIRD-PARTY-NOTICES.txt': licences })).code;
}

async function bundled(more: Readonly<Record<string, string>>): Promise<OutputChunk> {
  const build = await rolldown({
    cwd: projectRoot,
    input: join(projectRoot, 'src/cli/main.ts'),
    platform: 'node',
    plugins: [compiledViews, embeddedFiles(more), ownBinding],
    transform: { target: 'node24' },
    tsconfig: false,
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  });
  const { output } = await build.generate({ format: 'cjs', codeSplitting: false, minify: 'dce-only' });
  await build.close();
  return output[0];
}

/** better-sqlite3 looks for its native module in its own folder, which an executable does not have. */
const ownBinding: Plugin = {
  name: 'own-binding',
  load: {
    filter: { id: /better-sqlite3[\\/]lib[\\/]binding\.js$/ },
    handler: () => `export { getBinding } from ${JSON.stringify(nativeModule)};`,
  },
};
