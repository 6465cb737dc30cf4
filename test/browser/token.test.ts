import { expect, test } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { servePage } from '../support/page-server.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();
const token = 'typed by hand + & =';

test('A person types the token, and it is in no address from then on', async () => {
  const url = await guarded();
  const page = await visitor();
  const asked = `${url}/_sandbox/inbox?account=demo&search=a%22%26b`;
  await page.goto(asked);
  await page.getByLabel('Token').fill('wrong');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('This is not the sandbox’s token.').waitFor();
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(asked);
  await expect.poll(() => page.title()).toBe('Phone · gateway-sandbox');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer}`));
  await page.getByRole('link', { name: 'Payments' }).click();
  await page.waitForURL('**/transactions?account=demo');
  expect(sent.join('\n')).not.toContain('typed');
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/_sandbox', expires: -1 });
  await expect.poll(() => page.evaluate('document.cookie')).toBe('');
});

test('A link on a page of another site leads in: for a browser that has the token, and for others with the token in the link', async () => {
  const url = await guarded();
  const page = await visitor();
  const link = `${url}/_sandbox/inbox?token=${encodeURIComponent(token)}`;
  const port = await servePage(
    `<!doctype html><link rel="icon" href="data:,"><a href="${link}">With</a><a href="${url}/_sandbox/">Without</a>`,
  );
  await page.goto(`http://localhost:${port}/`);
  await page.getByText('With', { exact: true }).click();
  await page.waitForURL(`${url}/_sandbox/inbox`);
  await expect.poll(() => page.title()).toBe('Phone · gateway-sandbox');
  await page.goto(link);
  await expect.poll(() => page.url()).toBe(`${url}/_sandbox/inbox`);
  await page.goto(`http://localhost:${port}/`);
  await page.getByText('Without').click();
  await page.waitForURL(`${url}/_sandbox/`);
  await expect.poll(() => page.title()).toBe('Overview · gateway-sandbox');
});

/** The URL of a sandbox that requires the token. */
async function guarded(): Promise<string> {
  const sandbox = await freshSandbox({ token });
  return sandbox.listen();
}
