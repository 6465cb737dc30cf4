import { expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { expectRefusal } from '../support/merchant-api.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const json = JSON.stringify(rightFields['walletA/verify']);
const required = { mobile_number: ['is required'], birth_year: ['is required'], amount: ['is required'] };

it('A JSON body that says it is a form is refused with a hint, in the header, the log, and doctor --client', async () => {
  const sandbox = await freshSandbox();
  const answer = await sent(` ${json}\n`, sandbox);
  expectRefusal(answer, 'INVALID_INPUTS', required);
  const hint =
    'The body is JSON, but its Content-Type says that it is a form. Send form fields, in PHP with http_build_query().';
  expect(answer.headers.get('x-sandbox-hint')).toBe(hint);
  expect((await sandbox.control('requests/1')).json.trace.at(-1).got).toContain(` · ${hint}`);
  const [failure] = (await sandbox.control('client/check', {})).json.failures;
  expect(failure.reason).toContain(hint);
});

it.each(['', '{', '{}', '[1]', '{"amount":', 'x={}', `amount=10.00&x=${json}`])(
  'The body %j has no such hint',
  async (body) => {
    const answer = await sent(body);
    expect(answer.status).toBe(422);
    expect(answer.headers.get('x-sandbox-hint')).toBeNull();
  },
);

it.each(['application/json', 'application/json; charset=utf-8', 'application/vnd.api+json'])(
  'Fields that are missing in JSON labeled as %s have no such hint',
  async (type) => {
    const sandbox = await freshSandbox({ settings: { requests: { bodies: 'lenient' } } });
    const answer = await sent('{"mobileNumber":"0912345678"}', sandbox, type);
    expectRefusal(answer, 'INVALID_INPUTS', required);
    expect(answer.headers.get('x-sandbox-hint')).toBeNull();
  },
);

async function sent(body: string, sandbox?: TestSandbox, type = 'application/x-www-form-urlencoded') {
  const headers = { 'Content-Type': type };
  return (sandbox ?? (await freshSandbox())).call('walletA/verify', {}, { body, headers });
}
