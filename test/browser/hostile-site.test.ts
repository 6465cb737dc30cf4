import type { Frame } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Dump, dumper } from '../hostile/dump.ts';
import { attack, type Found } from '../support/attack.ts';
import { freshSandbox } from '../support/fresh.ts';
import { servePage } from '../support/page-server.ts';
import { filled } from '../support/routes.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { useBrowser } from '../support/visitors.ts';

// Host names that the browser does not treat as loopback: over HTTP, it sends them no `Sec-Fetch-*` headers.
const { visitor } = useBrowser(['--host-resolver-rules=MAP *.example 127.0.0.1']);

/** Where a foreign page can be hosted, and its relation to the sandbox at `host`. */
const strangers = [
  { what: 'of the same site, at another port', at: '127.0.0.1', host: '127.0.0.1' },
  { what: 'of another site', at: 'localhost', host: '127.0.0.1' },
  { what: 'of no origin, in a frame with a sandbox', at: 'localhost', host: '127.0.0.1', frame: 'srcdoc' },
  { what: 'of no origin, in a data: frame', at: '127.0.0.1', host: '127.0.0.1', frame: 'data' },
  { what: 'of another site, where the browser does not say so', at: 'evil.example', host: 'lan.example' },
  { what: 'of the same site, where the browser does not say so', at: 'lan.example', host: 'lan.example' },
] as const;

test.each(strangers)(
  'A page $what changes nothing and reads nothing, whatever it tries',
  async (stranger) => {
    const { sandbox, requests, port, dump } = await listening();
    const before = dump();
    const frame = await attackerOf(stranger);
    const found = (await frame.evaluate(attack(`http://${stranger.host}:${port}`))) as Found;

    await expect.poll(() => requests.filter(({ method }) => method === 'POST').length).toBe(found.writes);
    expect(dump()).toEqual(before);
    for (const { method, path, status } of requests)
      if (method === 'POST') expect([path, status]).toEqual([path, 403]);

    expect(found.read).toEqual([]);
    const saysWhoAsks = stranger.host !== 'lan.example';
    const reads = requests.filter(({ method, path }) => method === 'GET' && path.startsWith('/_sandbox'));
    expect(reads.length).toBeGreaterThan(saysWhoAsks ? 70 : 40);
    if (saysWhoAsks) for (const { path, status } of reads) expect([path, status]).toEqual([path, 403]);
    await sandbox.stop();
  },
);

test('The script of the attack reads what is not closed to it', async () => {
  const frame = await attackerOf(strangers[0]);
  // Everything loads here, so a long wait costs nothing and a busy machine is no failure.
  const found = (await frame.evaluate(attack(new URL(frame.url()).origin, 60_000))) as Found;
  const ways = new Set(found.read.map((each) => each.split(/[: ]/, 1)[0]));
  expect([...ways]).toEqual(expect.arrayContaining(['cors', 'fetch', 'form', 'iframe', 'no-cors', 'script']));
});

test('A window that another page has opened is closed to it', async () => {
  const { port, requests } = await listening();
  const frame = await attackerOf(strangers[1]);
  const paths = ['/_sandbox/', '/_sandbox/inbox', '/_sandbox/api/otps', '/checkout'];
  const urls = JSON.stringify(
    paths.map((path) => `http://127.0.0.1:${port}${path}${path === '/checkout' ? '?token=token-1' : ''}`),
  );
  await frame.evaluate(`void (globalThis.opened = ${urls}.map((url) => window.open(url)))`);
  const shown = () => requests.flatMap(({ path, status }) => (status === 200 ? [path] : []));
  await expect.poll(shown).toEqual(expect.arrayContaining(paths));
  const look = `opened.map((each) => {
    try { return each.document.body.textContent; } catch (error) { return [error.name, each.length]; }
  })`;
  await expect.poll(() => frame.evaluate(look)).toEqual(paths.map(() => ['SecurityError', 0]));
});

test('The merchant’s own page gets its customer to the checkout in every usual way', async () => {
  const { port } = await listening();
  const checkout = `http://127.0.0.1:${port}/checkout?token=token-1`;
  const page = await visitor();
  const merchantPort = await servePage(
    `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><a href="${checkout}">Pay</a><a href="${checkout}" target="_top" rel="noreferrer">Pay unseen</a>`,
  );
  for (const go of [
    `location.href = ${JSON.stringify(checkout)}`,
    `location.replace(${JSON.stringify(checkout)})`,
    `document.links[0].click()`,
    `document.links[1].click()`,
    `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="0;url=${checkout}">')`,
  ]) {
    await page.goto(`http://localhost:${merchantPort}/`);
    await page.evaluate(`(() => { ${go}; })()`);
    await page.waitForURL(checkout);
    await expect.poll(() => page.getByTestId('pay').count(), { message: go }).toBe(1);
  }
});

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** A busy sandbox, and the requests that its server sees. Browsers hide some of them from their pages. */
async function listening(): Promise<{
  readonly sandbox: TestSandbox;
  readonly port: string;
  readonly requests: readonly Asked[];
  readonly dump: () => Dump;
}> {
  const sandbox = await freshSandbox({ allowedHosts: ['lan.example'] });
  await filled(sandbox);
  const requests: Asked[] = [];
  const { app } = sandbox;
  const answerOf = app.fetch;
  app.fetch = async (request, ...rest) => {
    const answer = await answerOf(request, ...rest);
    const { pathname: path } = new URL(request.url);
    requests.push({ method: request.method, path, status: answer.status });
    return answer;
  };
  const { port } = new URL(await sandbox.listen());
  return { sandbox, port, requests, dump: dumper(sandbox) };
}

/** The frame that runs the foreign script. */
async function attackerOf({ at, ...how }: (typeof strangers)[number]): Promise<Frame> {
  const page = await visitor({ refusalsExpected: true });
  const port = await servePage('<!doctype html><title>Somebody</title><p>Nice things</p>');
  await page.goto(`http://${at}:${port}/`);
  if (!('frame' in how)) return page.mainFrame();
  const source = how.frame === 'data' ? 'src="data:text/html,<p>Inside"' : 'srcdoc="<p>Inside"';
  const rights = how.frame === 'data' ? '' : 'sandbox="allow-scripts allow-forms"';
  await page.evaluate(`new Promise((resolve) => {
    document.body.innerHTML = ${JSON.stringify(`<iframe ${rights} ${source}></iframe>`)};
    document.querySelector('iframe').onload = resolve;
  })`);
  const [, frame] = page.frames();
  if (!frame) throw new Error('There is no frame.');
  return frame;
}
