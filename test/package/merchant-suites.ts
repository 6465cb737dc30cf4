/** How to write and run the suites of a test runner. */
interface Runner {
  readonly folder: string;
  readonly extension: string;
  /** The line that imports names from a package. */
  readonly load: (names: string, from: string) => string;
  /** Imports the runner's own names. Empty if they are global. */
  readonly own: string;
  readonly fakeTimers: string;
  /** Runs three files in parallel on any machine. */
  readonly command: string;
}

const imported = (names: string, from: string) => `import { ${names} } from '${from}';`;
const required = (names: string, from: string) => `const { ${names} } = require('${from}');`;

export const runners: Readonly<Record<'vitest' | 'jest' | 'node:test', Runner>> = {
  vitest: {
    folder: 'with-vitest',
    extension: 'js',
    load: imported,
    own: imported('test, vi', 'vitest'),
    fakeTimers: 'vi.useFakeTimers();',
    command: 'node node_modules/vitest/vitest.mjs run --dir with-vitest --maxWorkers 3 --testTimeout 30000',
  },
  jest: {
    folder: 'with-jest',
    extension: 'js',
    load: required,
    own: '',
    fakeTimers: 'jest.useFakeTimers();',
    command: 'jest with-jest --maxWorkers 3 --testTimeout 30000',
  },
  'node:test': {
    folder: 'with-node',
    extension: 'mjs',
    load: imported,
    own: imported('mock, test', 'node:test'),
    fakeTimers: "mock.timers.enable({ apis: ['setImmediate', 'setInterval', 'setTimeout'] });",
    command: 'node --test --test-concurrency=3 --test-reporter=tap "with-node/*.test.mjs"',
  },
};

/** A suite's files: one starts its own sandbox, two share one, both in the middle of the same payment. */
export function suiteFiles(runner: Runner): Readonly<Record<string, string>> {
  const { folder, extension, load, own, fakeTimers } = runner;
  const header = `${own}\n${load('deepEqual, equal', 'node:assert/strict')}\n`;
  const file = (name: string) => `${folder}/${name}.test.${extension}`;
  const tenants = { one: `${folder} one`, other: `${folder} other` };
  const shared = [
    header,
    load('SandboxClient', 'gateway-sandbox/client'),
    load('setTimeout', 'node:timers/promises'),
  ].join('\n');
  return {
    [file('own')]: `${header}${load('startSandbox', 'gateway-sandbox')}\n${calls}${ownSandbox(fakeTimers)}`,
    [file('one')]: `${shared}\n${calls}${sharedSandbox(tenants.one, tenants.other)}`,
    [file('other')]: `${shared}\n${calls}${sharedSandbox(tenants.other, tenants.one)}`,
  };
}

const calls = `
async function call({ url, account }, path, fields) {
  const answer = await fetch(url + '/api/v1/transaction/walletA/' + path, {
    method: 'POST',
    headers: { Authorization: 'Bearer ' + account.accessTokens.test, 'X-API-KEY': account.apiKey },
    body: new URLSearchParams({ amount: '10.00', ...fields }),
  });
  return answer.json();
}
const customer = { mobile_number: '0912345678', birth_year: '1990' };
async function confirm(sandbox, { result }) {
  const { code } = await sandbox.otp('0912345678');
  return call(sandbox, 'confirm', { process_id: result.process_id, code, invoice_no: 'INV-1' });
}
`;

/** With fake timers, and with a Node error, which is not an `Error` in Jest's realms. */
function ownSandbox(fakeTimers: string): string {
  return `
test('pays in a sandbox of its own', async () => {
  ${fakeTimers}
  const sandbox = await startSandbox();
  try {
    const paid = await confirm(sandbox, await call(sandbox, 'verify', customer));
    equal(paid.message, 'Transaction completed successfully');
    await sandbox.callbacks.settled();
    deepEqual((await sandbox.transactions.list()).data.map((each) => each.status), ['completed']);
    await startSandbox({ data: 'no/such/folder.db' }).then(
      () => equal('started', 'refused'),
      ({ message }) => equal(message.includes('cannot be made: its folder does not exist.'), true),
    );
  } finally {
    await sandbox.stop();
  }
});
`;
}

/** Waits halfway for the other file. If they ran one after the other, the wait would fail. */
function sharedSandbox(name: string, other: string): string {
  return `
test('pays as a tenant', async () => {
  const sandbox = await SandboxClient.connect(process.env.GATEWAY_SANDBOX_URL);
  const tenant = await sandbox.accounts.create({ name: '${name}' });
  const verified = await call(tenant, 'verify', customer);
  while (!(await sandbox.accounts.list()).some(({ name }) => name === '${other}')) await setTimeout(20);
  equal((await confirm(tenant, verified)).message, 'Transaction completed successfully');
  deepEqual((await tenant.transactions.list()).data.map((each) => each.invoice_no), ['INV-1']);
});
`;
}
