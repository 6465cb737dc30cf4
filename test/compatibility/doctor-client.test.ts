import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliSandbox } from '../support/cli.ts';
import { commandsOf } from '../support/commands.ts';
import { testFolder } from '../support/data-file.ts';
import { rightFields } from '../support/sandbox.ts';

const short = { mobile_number: '945678901', amount: '10.00' };

describe('doctor --client', () => {
  it('says when nothing was seen, and when nothing needs changing: exit code 0', async () => {
    const { sandbox, printed } = await commandsOf();
    expect(await printed('doctor', '--client')).toBe(
      `No request has come to the sandbox at ${sandbox.url} yet. Let the client make its calls, and ask again.\n`,
    );
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    await sandbox.call('walletB/verify', { amount: '0' });
    expect(await printed('doctor', '--client')).toBe(
      `Nothing needs changing for this client, by 2 requests and 0 callbacks of the sandbox at ${sandbox.url}. ` +
        'What was refused, 1 request, no switch makes right: `gateway-sandbox requests` says why.\n',
    );
  });

  it('proposes exact JSON with its evidence, for the file and for now: exit code 1', async () => {
    const { sandbox, run } = await commandsOf();
    await sandbox.call('bpay/verify', short);
    const { code, stdout, stderr } = await run('doctor', '--client');
    const settings = '{"mobile":{"lenient":true}}';
    const config = `{"names":{"walletB":"bpay"},"settings":${settings}}`;
    expect([code, stderr, stdout]).toEqual([
      1,
      '',
      `By 1 request and 0 callbacks of the sandbox at ${sandbox.url}, this client needs:

names
  seen  1 of 1 requests named a gateway that there is none of: "bpay"
  why   Each provider has words of its own for the gateways; the fields that came say which is which.
  set   {"names":{"walletB":"bpay"}}

mobile.lenient
  seen  1 of 1 verify requests had a mobile_number of 9 digits, without the 0
  why   Wallets take the 10-digit form 09…; \`lenient\` lets them take 9 digits from 9 on too.
  set   {"settings":{"mobile":{"lenient":true}}}

In gateway-sandbox.config.json, for the next start:

${config}

Settings, at once:

curl -X PATCH ${sandbox.url}/_sandbox/api/settings -H 'Content-Type: application/json' -d '${settings}'
`,
    ]);
    const cwd = testFolder();
    writeFileSync(join(cwd, 'gateway-sandbox.config.json'), config);
    expect((await (await cliSandbox([], { cwd })).call('bpay/verify', short)).status).toBe(200);
  });

  it('--json prints the same for programs', async () => {
    const { sandbox, run } = await commandsOf();
    await sandbox.call('walletB/verify', short);
    const { code, stdout } = await run('doctor', '--client', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      {
        requests: 1,
        callbacks: 0,
        refused: 1,
        proposals: [
          {
            switch: 'mobile.lenient',
            evidence: '1 of 1 verify requests had a mobile_number of 9 digits, without the 0',
            why: 'Wallets take the 10-digit form 09…; `lenient` lets them take 9 digits from 9 on too.',
            config: { settings: { mobile: { lenient: true } } },
          },
        ],
        config: { settings: { mobile: { lenient: true } } },
      },
    ]);
  });
});
