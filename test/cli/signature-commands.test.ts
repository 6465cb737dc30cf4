import { spawnSync } from 'node:child_process';
import { execPath } from 'node:process';
import { describe, expect, it } from 'vitest';
import { sign } from '../../src/protocol/signature.ts';
import { program } from '../support/cli.ts';
import { commandsOf } from '../support/commands.ts';

/** A test vector from public clients. */
const secretKey = 'sk_40a07a6c0e63818dc2b292c8e302894e08acedfb';
const hashed = 'E6E3486C137F4260C2C598C7A903836CDDBC1FAF87240A58660FA91F363D5DBA';

describe('sign, verify: compute hashed; explain why a hashed does not match', () => {
  it('sign prints the string and its hashed, from fields, a query or a JSON body', async () => {
    const { printed } = await commandsOf();
    const expected = `signed string  approved=1&invoice_no=43321\nhashed         ${hashed}\n`;
    const key = ['--secret-key', secretKey];
    expect(await printed('sign', 'approved=1', 'invoice_no=43321', ...key)).toBe(expected);
    expect(await printed('sign', 'approved=1&invoice_no=43321', ...key)).toBe(expected);
    expect(await printed('sign', '{"approved":"1","invoice_no":"43321"}', ...key)).toBe(expected);
  });

  it("signs with the first account's key by default, and single fields as they are", async () => {
    const { json, sandbox } = await commandsOf();
    const right = await sandbox.control('signature/check', { fields: [['invoice_no', 'A+1&b=c %41']] });
    const { signed_string: signedString, hashed: computed } = await json(
      'sign',
      'invoice_no=A+1&b=c %41',
      'x=1',
    );
    expect(signedString).toBe('invoice_no=A%2B1%26b%3Dc+%2541&x=1');
    expect(computed).not.toBe(right.hashed);
    expect(await json('sign', 'approved=1', 'x=2', '--account', 'demo')).toEqual(
      await json('sign', 'approved=1', 'x=2', '--secret-key', 'demo_secret_key'),
    );
  });

  it('verify accepts the right one in a whole return URL', async () => {
    const { run } = await commandsOf();
    const url = `https://shop.example/return?approved=1&invoice_no=43321&hashed=${hashed}`;
    expect(await run('verify', url, '--secret-key', secretKey)).toEqual({
      code: 0,
      signal: null,
      stdout: 'hashed is right.\n',
      stderr: '',
    });
  });

  it('of a URL, only the parameters of the gateway count; of single fields, all', async () => {
    const { run } = await commandsOf();
    const key = ['--secret-key', secretKey];
    const url = `https://shop.example/return?order=7&approved=1&invoice_no=43321&hashed=${hashed}`;
    expect(await run('verify', url, ...key)).toMatchObject({ code: 0, stdout: 'hashed is right.\n' });
    const fields = ['order=7', 'approved=1', 'invoice_no=43321'];
    const listed = await run('verify', ...fields, '--hashed', hashed, ...key);
    expect(listed.code).toBe(1);
    expect(listed.stdout).toMatch(/^hashed is wrong\.\nforeign-parameters: .+ leave those out\.\n/);
    expect(listed.stdout).toContain('signed string  order=7&approved=1&invoice_no=43321\n');
  });

  it('a message without the parameters of the gateway has nothing to sign, and says so', async () => {
    const { run } = await commandsOf();
    const key = ['--secret-key', secretKey];
    const advice = 'Names are case-sensitive. To sign fields exactly as they are, list them one by one';
    for (const text of ['Invoice_No=7&Amount=5.00', '{"Invoice_No":"7","Amount":"5.00"}']) {
      const { code, stdout } = await run('sign', text, ...key);
      expect(code).toBe(0);
      expect(stdout).toContain('it has `Invoice_No` and `Amount`. ');
      expect(stdout).toContain(advice);
      expect(stdout).toMatch(
        /^no-gateway-parameters: .+\n\nsigned string {2}\(empty\)\nhashed {9}[0-9A-F]{64}\n$/,
      );
    }
    expect((await run('sign', '?', ...key)).stdout).toMatch(
      /^no-gateway-parameters: It has no parameters, .+\n\nsigned string {2}\(empty\)\n/,
    );
  });

  it('verify does not ask to leave out misspelled parameters, and shows no right hash of nothing', async () => {
    const { run } = await commandsOf();
    const text = 'Invoice_No=7&Amount=5.00';
    const { hashed: ofText } = sign([...new URLSearchParams(text)], secretKey);
    for (const given of [ofText, sign([], secretKey).hashed]) {
      const { code, stdout } = await run('verify', text, '--hashed', given, '--secret-key', secretKey);
      expect(code).toBe(1);
      expect(stdout).toMatch(
        /^There is nothing to verify\.\nno-gateway-parameters: .+\n\nsigned string {2}\(empty\)\n$/,
      );
    }
  });

  it('verify names the mistake, exit code 1', async () => {
    const { run } = await commandsOf();
    const key = ['--secret-key', secretKey];
    const lower = await run(
      'verify',
      'approved=1',
      'invoice_no=43321',
      '--hashed',
      hashed.toLowerCase(),
      ...key,
    );
    expect(lower.code).toBe(1);
    expect(lower.stdout).toMatch(/^hashed is wrong\.\nlower-case: .+\n/);
    expect(lower.stdout).toContain(`right hashed   ${hashed}\n`);
    const wrong = await run('verify', 'approved=1', 'invoice_no=43321', '--hashed', 'AB', ...key, '--json');
    expect({ code: wrong.code, ...JSON.parse(wrong.stdout) }).toMatchObject({
      code: 1,
      matches: false,
      hashed,
    });
  });

  it('verify tells where the string that the code built parts from the right one', async () => {
    const { run } = await commandsOf();
    const { code, stdout } = await run(
      'verify',
      `GET /return?approved=1&invoice_no=43321&hashed=AB HTTP/1.1`,
      ...['--built', 'invoice_no=43321&approved=1', '--secret-key', secretKey],
    );
    expect(code).toBe(1);
    expect(stdout).toContain(
      'First difference at character 1 (field approved): expected “approved=1&i…”, got “invoice_no=4…”.',
    );
  });

  it('verify compares the string that the code built even if hashed is right', async () => {
    const { run } = await commandsOf();
    const fields = ['approved=1', 'amount=25.50', 'invoice_no=No. 7'];
    const built = 'approved=1&amount=25.50&invoice_no=No.+7';
    const { hashed: right } = sign([...new URLSearchParams(built)], secretKey);
    const verify = (text: string) =>
      run('verify', ...fields, '--hashed', right, '--built', text, '--secret-key', secretKey);
    const wrong = await verify('approved=1&amount=25.5&invoice_no=No.+7');
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toMatch(
      /^hashed is right, but the string that your code built is not\.\namount-reformatted: .+\nFirst difference at character \d+ \(field amount\): .+\n/,
    );
    expect(wrong.stdout).toContain(`signed string  ${built}\n`);
    expect(await verify(built)).toMatchObject({
      code: 0,
      stdout: 'hashed is right, and so is the string that your code built.\n',
    });
  });

  it('verify compares with what the gateway signed if the text was sorted after it came', async () => {
    const { run } = await commandsOf();
    const built = 'gateway=cardgw&approved=1&amount=5.00&invoice_no=7';
    const { hashed: genuine } = sign([...new URLSearchParams(built)], secretKey);
    const sorted = `amount=5.00&approved=1&gateway=cardgw&hashed=${genuine}&invoice_no=7`;
    const { code, stdout } = await run('verify', sorted, '--built', built, '--secret-key', secretKey);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^The text that you gave is not as it arrived\.\nsorted-text: .+\n\nsigned string/,
    );
    expect(stdout).toContain(`signed string  ${built}\nright hashed   ${genuine}\n`);
  });

  it('verify says that a hash of your own is wrong even if the text was sorted after it came', async () => {
    const { run } = await commandsOf();
    const { hashed: genuine } = sign([...new URLSearchParams('approved=1&amount=5.00')], secretKey);
    const sorted = `amount=5.00&approved=1&hashed=${genuine}&z=1`;
    const { code, stdout } = await run('verify', sorted, '--hashed', 'XYZ', '--secret-key', secretKey);
    expect(code).toBe(1);
    expect(stdout).toContain('\nunexplained: The hash that you gave is wrong even ');
  });

  it('verify - reads what was piped', async () => {
    // In a separate process, because `spawnSync` blocks this one.
    const { sandbox } = await commandsOf([]);
    const { status, stdout } = spawnSync(
      execPath,
      [program, 'verify', '-', '--secret-key', secretKey, '--url', sandbox.url],
      { input: `{"approved":"1","invoice_no":"43321","hashed":"${hashed}"}\n`, encoding: 'utf8' },
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'hashed is right.\n' });
  });

  it('a field without = is wrong usage', async () => {
    const { run } = await commandsOf();
    expect(await run('sign', 'approved', 'x=1')).toMatchObject({
      code: 2,
      stderr: '"approved" is not a field of the form name=value.\n',
    });
  });
});
