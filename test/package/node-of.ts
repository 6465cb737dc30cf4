import { tmpdir } from 'node:os';
import { run } from './npm.ts';

const longFetchMs = 1000;

/**
 * The program of a Node version, such as `22.14.0` or `26`, through `npx`: from the npm registry the first
 * time, then from npm's cache.
 *
 * @throws Error with one sentence if npm does not have it.
 */
export async function nodeOf(version: string): Promise<string> {
  const telling = setTimeout(
    () => console.log(`npx looks for Node ${version}, and fetches its 50 MB the first time`),
    longFetchMs,
  );
  try {
    const asked = ['--yes', '--fetch-retries=1', '-p', `node@${version}`];
    const { code, stdout, stderr } = await run(tmpdir(), 'npx', [...asked, 'node', '-p', 'process.execPath']);
    if (code === 0) return stdout.trim();
    const [, why] = /^npm error (?:.*: )?(request to .+|notarget .+)$/m.exec(stderr) ?? [];
    throw new Error(
      `npx gives no Node ${version}, which the tests fetch once from the npm registry: ${why ?? stderr}`,
    );
  } finally {
    clearTimeout(telling);
  }
}
