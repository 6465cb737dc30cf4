import { describe, expect, it } from 'vitest';
import { execNode } from '../support/exec-node.ts';

/** Makes calls and payments in a command under `exec`, ends with exit code 3, and returns what `exec` prints. */
async function reported(steps: string): Promise<string> {
  const { code, stderr } = await execNode(`
    import { createServer } from 'node:http';
    const app = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
    await new Promise((resolve) => app.on('listening', resolve));
    const { GATEWAY_URL, GATEWAY_ACCESS_TOKEN, GATEWAY_API_KEY } = process.env;
    const headers = { Authorization: 'Bearer ' + GATEWAY_ACCESS_TOKEN, 'X-API-KEY': GATEWAY_API_KEY };
    const call = async (path, init) => (await fetch(GATEWAY_URL + path, init)).json();
    const api = (path, body) => call('/_sandbox/api/' + path, { method: 'POST', body: JSON.stringify(body ?? {}) });
    const confirm = async (invoice_no, { amount = '10.00', callback_url = 'http://127.0.0.1:' + app.address().port } = {}) => {
      const fields = { amount, invoice_no, mobile_number: '0912345678', return_url: 'https://shop.example/', callback_url };
      const body = new URLSearchParams(fields);
      const { result } = await call('/api/v1/transaction/aggregator/confirm', { method: 'POST', headers, body });
      return result?.redirect_url && new URL(result.redirect_url).searchParams.get('token');
    };
    const pay = async (...payment) => api('checkouts/' + (await confirm(...payment)) + '/approve');
    const payMany = async (count) => { for (let at = 0; at < count; at += 1) await pay('GOOD-' + at); };
    const pending = async () => (await call('/_sandbox/api/callbacks?status=pending')).data.length;
    ${steps}
    process.exit(3);`);
  expect(code).toBe(3);
  return stderr;
}

const nothing = 'gateway-sandbox: nothing went wrong with the payments';

describe('After a failed command, exec prints what went wrong', () => {
  it('also behind hundreds of healthy payments', async () => {
    const said = await reported(`
      await confirm('REFUSED', { amount: '0' });
      await confirm('OPEN');
      await pay('UNTOLD', { callback_url: 'http://127.0.0.1:9/' });
      await payMany(205);
      while (await pending() > 1);`);
    expect(said).toMatch(/Requests that were refused\n\n.* 400 AMOUNT_NOT_ALLOWED .*\n\n/);
    expect(said).toMatch(/Payments that were not completed\n\n(?:.+\n)*invoice +OPEN\n/);
    expect(said).toMatch(
      /Callbacks that were not delivered\n\n(?:.+\n)*sent as +.* http:\/\/127\.0\.0\.1:9\//,
    );
    expect(said).not.toMatch(/GOOD-|These are the newest/);
  });

  it('also requests that a fault dropped', async () => {
    const said = await reported(`
      await api('faults', { effect: { reset: true }, match: { action: 'confirm' } });
      await confirm('DROPPED').catch(() => undefined);`);
    expect(said).toMatch(/^gateway-sandbox: Requests that got no response\n\n.*aggregator\/confirm {2}0\n$/);
  });

  it('and how many more there are, with the command that lists them', async () => {
    const said = await reported(`
      for (let at = 1; at <= 14; at += 1) await confirm('OPEN-' + at);
      for (let at = 1; at <= 11; at += 1) await confirm('REFUSED', { amount: '0' });`);
    expect(said.match(/OPEN-\d+$/gm)).toEqual(Array.from({ length: 10 }, (_, at) => `OPEN-${at + 5}`));
    expect(said).toContain(
      'These are the newest 10 of 14. To list them all, run `gateway-sandbox transactions --all` in your command before it ends.\n',
    );
    expect(said).toContain(
      'These are the newest 10 of 11. To list them all, run `gateway-sandbox requests --all` ',
    );
  });

  it('and says that it does not know what a reset deleted', async () => {
    const refused = `await confirm('REFUSED', { amount: '0' });`;
    const reset = `await api('reset');`;
    expect(await reported(refused + reset)).toBe(`${nothing} since the last reset or restored snapshot.\n`);
    expect(await reported(reset + refused)).toMatch(
      /AMOUNT_NOT_ALLOWED.*\n\ngateway-sandbox: What happened before the last reset or restored snapshot may be missing\.\n$/,
    );
  });
});
