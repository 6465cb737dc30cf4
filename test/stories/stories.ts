import { attempted, paid } from '../support/checkouts.ts';
import { freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';
import type { TestSandbox } from '../support/sandbox.ts';

/** A payment whose callback was refused once and then accepted, with its file. */
export async function exported() {
  const sandbox = await freshSandbox();
  const merchant = await freshRawMerchant(answering('500 Oops', {}, '<b>no</b>\u001b[2J'));
  await paid(sandbox, `${merchant.url}/callback?shop=1`, {}, 'A-<script>1');
  await sandbox.control('callbacks/settled', {});
  await sandbox.control('callbacks/1/resend', {});
  await attempted(sandbox, 2);
  const file = (await sandbox.app.request('/_sandbox/transactions/100001/story')).text();
  return { sandbox, text: await file };
}

/** Uploads a file through the form, as a browser without JavaScript does. */
export async function opened(sandbox: TestSandbox, text: string, query = '') {
  const form = new FormData();
  form.set('story', new File([text], '../../etc/passwd"><script>.json', { type: 'application/json' }));
  const encoded = new Response(form);
  const headers = { 'Content-Type': encoded.headers.get('content-type') ?? '' };
  return sandbox.app.request(`/_sandbox/stories${query}`, {
    method: 'POST',
    headers,
    body: await encoded.arrayBuffer(),
  });
}

/** The path of a payment that was opened. */
export function storyAt(answer: Response): string {
  return answer.headers.get('location')?.replace(/\/transactions\/.*/, '') ?? '';
}
