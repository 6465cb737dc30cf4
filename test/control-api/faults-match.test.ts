import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { expectRefusal, verified } from '../support/merchant-api.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const effect = { code: 'BACKEND_ERROR' };
const invalid = { status: 400, json: { error: { code: 'INVALID_REQUEST' } } };

async function armed(match: unknown, options = {}): Promise<TestSandbox> {
  const sandbox = await freshSandbox(options);
  const { status, text } = await sandbox.control('faults', { match, effect, times: 'always' });
  if (status !== 201) throw new Error(text);
  return sandbox;
}

const aggregator = rightFields['aggregator/confirm'];

/** Valid calls, and whether the fault matches each. */
const calls = {
  'walletA/verify': rightFields['walletA/verify'],
  'walletB/verify': rightFields['walletB/verify'],
  'cardgw/confirm': { ...rightFields['cardgw/confirm'], invoice_no: 'CARD-1' },
  'aggregator/confirm': aggregator,
};

async function refusedOf(sandbox: TestSandbox): Promise<string[]> {
  const refused: string[] = [];
  for (const [path, fields] of Object.entries(calls)) {
    if ((await sandbox.call(path, fields)).json.error?.code === 'BACKEND_ERROR') refused.push(path);
  }
  return refused;
}

describe('match', () => {
  it.each([
    [{}, ['walletA/verify', 'walletB/verify', 'cardgw/confirm', 'aggregator/confirm']],
    [undefined, ['walletA/verify', 'walletB/verify', 'cardgw/confirm', 'aggregator/confirm']],
    [{ gateway: 'walletA' }, ['walletA/verify']],
    [{ action: 'verify' }, ['walletA/verify', 'walletB/verify']],
    [{ action: 'confirm' }, ['cardgw/confirm', 'aggregator/confirm']],
    [{ invoice_no: 'CARD-1' }, ['cardgw/confirm']],
    [{ invoice_no: 'card-1' }, []],
    [{ mobile_number: '0912345678' }, ['walletA/verify', 'aggregator/confirm']],
    [{ mobile_number: '0945678901' }, ['walletB/verify']],
    [{ mobile_number: '0912345679' }, []],
    [{ account: 'demo', gateway: 'walletB', action: 'verify' }, ['walletB/verify']],
    [{ gateway: 'aggregator', invoice_no: 'INV-1', mobile_number: '0912345678' }, ['aggregator/confirm']],
    [{ gateway: 'aggregator', invoice_no: 'INV-1', mobile_number: '0912345670' }, []],
  ])('%j is for %j', async (match, paths) => {
    expect(await refusedOf(await armed(match))).toEqual(paths);
  });

  it('A number with or without the zero is one phone', async () => {
    const short = { ...aggregator, mobile_number: '912345678' };
    const sandbox = await armed({ mobile_number: '0912345678' });
    expectRefusal(await sandbox.call('aggregator/confirm', short), 'BACKEND_ERROR');
    const other = await armed({ mobile_number: '912345678' });
    expectRefusal(await other.call('aggregator/confirm', aggregator), 'BACKEND_ERROR');
  });

  it('account: another tenant pays on', async () => {
    const sandbox = await freshSandbox();
    const { json: other } = await sandbox.control('accounts', { id: 'other' });
    await sandbox.control('faults', { match: { account: 'other' }, effect, times: 'always' });
    const keys = { token: other.access_tokens.test, apiKey: other.api_key };
    expect((await sandbox.call('walletA/verify', calls['walletA/verify'])).status).toBe(200);
    expectRefusal(await sandbox.call('walletA/verify', calls['walletA/verify'], keys), 'BACKEND_ERROR');
  });

  it('gateway takes the mapped name and the neutral one, and shows the mapped one', async () => {
    for (const gateway of ['acmepay', 'walletA']) {
      const sandbox = await armed({ gateway }, { names: { walletA: 'acmepay' } });
      expect((await sandbox.control('faults')).json.data[0].match).toEqual({ gateway: 'acmepay' });
      expectRefusal(await sandbox.call('acmepay/verify', calls['walletA/verify']), 'BACKEND_ERROR');
    }
  });

  it('The fields of multipart bodies count too', async () => {
    const sandbox = await armed({ invoice_no: 'CARD-1' });
    const body = new FormData();
    for (const [name, value] of Object.entries(calls['cardgw/confirm'])) body.append(name, value);
    expectRefusal(await sandbox.call('cardgw/confirm', {}, { body }), 'BACKEND_ERROR');
  });

  it('A confirm that a fault refused can be sent again', async () => {
    const sandbox = await freshSandbox();
    const confirm = await verified(sandbox, 'walletA');
    await sandbox.control('faults', { match: { invoice_no: 'INV-1' }, effect });
    expectRefusal(await sandbox.call('walletA/confirm', confirm), 'BACKEND_ERROR');
    expect((await sandbox.call('walletA/confirm', confirm)).json.result).toEqual({
      transaction_id: 100_001,
      amount: '10.00',
    });
  });
});

describe('A fault that can never match is refused', () => {
  it.each([
    [{ account: 'nobody' }, 'match.account'],
    [{ gateway: 'walletC' }, 'match.gateway'],
    [{ gateway: 'WALLETA' }, 'match.gateway'],
    [{ gateway: 'cardgw', action: 'verify' }, 'match.action'],
    [{ gateway: 'aggregator', action: 'verify' }, 'match.action'],
    [{ action: 'refund' }, 'match.action'],
    [{ action: 'verify', invoice_no: 'INV-1' }, 'match.invoice_no'],
    [{ gateway: 'cardgw', mobile_number: '0912345678' }, 'match.mobile_number'],
    [{ gateway: 'walletA', action: 'confirm', mobile_number: '0912345678' }, 'match.mobile_number'],
    [{ gateway: 'walletA', invoice_no: 'INV-1', mobile_number: '0912345678' }, 'match.mobile_number'],
    [{ process_id: '1' }, 'process_id'],
    [{ invoice_no: 1 }, 'match.invoice_no'],
    [[], 'match'],
    ['walletA', 'match'],
  ])('%j, and the answer names %s', async (match, name) => {
    const sandbox = await freshSandbox();
    const answer = await sandbox.control('faults', { match, effect });
    expect(answer).toMatchObject(invalid);
    expect(answer.json.error.message).toContain(name);
    expect((await sandbox.control('faults')).json.data).toEqual([]);
  });
});

describe('Bad input', () => {
  it.each([
    [{}, 'effect'],
    [{ effect: null }, 'effect'],
    [{ effect: 'BACKEND_ERROR' }, 'effect: must be one of'],
    [{ effect: {} }, 'effect: must be one of'],
    [{ effect: { explode: true } }, 'effect: must be one of'],
    [{ effect: { hang: false } }, 'effect.hang: must be true'],
    [{ effect: { code: 'BACKEND_ERROR', http_status: 500 } }, 'effect: must be one of'],
    [{ effect: { http_status: 99 } }, 'effect'],
    [{ effect: { http_status: 600 } }, 'effect'],
    [{ effect: { http_status: '500' } }, 'effect'],
    [{ effect: { http_status: 500, body: 'xml' } }, 'effect'],
    [{ effect: { delay: '-1s' } }, 'effect'],
    [{ effect: { delay: '11m' } }, 'effect'],
    [{ effect: { delay: 'long' } }, 'effect'],
    [
      { effect: { code: 'BACKEND_EROR' } },
      'effect.code: is not an error code. Did you mean "BACKEND_ERROR"?',
    ],
    [
      { effect: { code: 'TOO_MANY_REQUESTS' } },
      'effect.code: is not an error code. Did you mean "TOO_MAY_REQUESTS"?',
    ],
    [{ effect: { code: 'INVALID_OTP' } }, 'effect.code: is not an error code. Did you mean "INVLIAD_OTP"?'],
    [{ effect: { code: 'toString' } }, 'effect.code: is not an error code.'],
    [{ effect: { code: '' } }, 'effect.code: is not an error code.'],
    [{ effect, times: 0 }, 'times'],
    [{ effect, times: -1 }, 'times'],
    [{ effect, times: 1.5 }, 'times'],
    [{ effect, times: '2' }, 'times'],
    [{ effect, times: 'forever' }, 'times'],
    [{ effect, probability: 0 }, 'probability'],
    [{ effect, probability: 1.1 }, 'probability'],
    [{ effect, probability: '0.5' }, 'probability'],
    [{ effect, seed: 1.5 }, 'seed'],
    [{ effect, tiems: 2 }, 'tiems'],
  ])('%j is refused, and the answer says %s', async (fault, words) => {
    const sandbox = await freshSandbox();
    const answer = await sandbox.control('faults', fault);
    expect(answer).toMatchObject(invalid);
    expect(answer.json.error.message).toContain(words);
    expect((await sandbox.control('faults')).json.data).toEqual([]);
  });
});
