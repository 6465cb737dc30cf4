import { join } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { projectRoot } from '../bundle.ts';
import { compiledViews } from '../compile-views.ts';
import { notices } from '../notices.ts';
import { embeddedFiles } from './embedded-files.ts';
import { nodeNotice } from './node-notice.ts';

const nativeModule = join(projectRoot, 'src/binary/native-module.ts');

/** The whole program as one file of CommonJS, which reads no other: the files of the package and the licences of all are in it. */
export async function wholeProgram(): Promise<string> {
  // Which libraries it has is known when they have been put together.
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

/** better-sqlite3 looks for its binary among its own files, which an executable has not. */
const ownBinding: Plugin = {
  name: 'own-binding',
  load: {
    filter: { id: /better-sqlite3[\\/]lib[\\/]binding\.js$/ },
    handler: () => `export { getBinding } from ${JSON.stringify(nativeModule)};`,
  },
};
