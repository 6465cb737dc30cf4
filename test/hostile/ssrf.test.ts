import { describe, expect, it } from 'vitest';
import { freshMerchant, freshRawMerchant } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';
import { at, senderWith } from './test-sender.ts';

/** Metadata addresses where clouds provide a machine's keys, and aliases that lead there. */
const never = [
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '168.63.129.16',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fe80::1',
  'fe80::1%eth0',
  'fe80::5efe:a9fe:a9fe',
  'ff02::1',
  '::',
];

describe('The address that is really connected to is judged, whatever the name', () => {
  it.each(never)('a name that resolves to %s is not called', async (address) => {
    const merchant = await freshMerchant();
    const { send } = senderWith([[address]]);
    expect(await send(at(merchant.url, 'shop.example'))).toMatchObject({
      error: `the request failed: ${address} is an address that callbacks never go to`,
    });
  });

  it.each(never.filter((address) => !address.includes('%')))(
    'a host that is written as %s is not called, and no name is asked for',
    async (address) => {
      const { send, asked } = senderWith([]);
      const host = address.includes(':') ? `[${address}]` : address;
      const { error } = (await send(`http://${host}:8080/callback`)) as { error: string };
      expect(error).toMatch(/ is an address that callbacks never go to$/);
      expect(asked).toEqual([]);
    },
  );

  it('one forbidden address among good ones is enough', async () => {
    const merchant = await freshMerchant();
    const { send } = senderWith([['127.0.0.1', '169.254.169.254']]);
    expect(await send(at(merchant.url, 'shop.example'))).toHaveProperty('error');
    expect(merchant.arrivals).toEqual([]);
  });

  it('a name whose second answer is another one is called the first time and not the second', async () => {
    const merchant = await freshRawMerchant(answering('200 OK', { Connection: 'close' }));
    const { send, asked } = senderWith([['127.0.0.1'], ['169.254.169.254']]);
    const url = at(merchant.url, 'rebinding.example');
    expect(await send(url)).toMatchObject({ status: 200 });
    await merchant.left();
    expect(await send(url)).toMatchObject({
      error: expect.stringContaining('169.254.169.254 is an address'),
    });
    expect(asked).toEqual(['rebinding.example', 'rebinding.example']);
    expect(merchant.requests).toHaveLength(1);
  });

  it('a name is looked up once for a connection: what was judged is what is connected to', async () => {
    const merchant = await freshMerchant();
    const { send, asked } = senderWith([['127.0.0.1'], ['169.254.169.254']]);
    expect(await send(at(merchant.url, 'shop.example'))).toMatchObject({ status: 200 });
    expect(asked).toEqual(['shop.example']);
  });

  it('a host of --callback-host-map is judged by where it leads', async () => {
    for (const to of ['169.254.169.254', '[fd00:ec2::254]:80', 'inside.example']) {
      const { send } = senderWith([['169.254.169.254']], { 'app.example': to });
      expect(await send('http://app.example/callback'), to).toHaveProperty('error');
    }
  });

  it('a redirect there is an answer like another: nothing is asked of it', async () => {
    const merchant = await freshRawMerchant(
      answering('307 Temporary Redirect', { Location: 'http://169.254.169.254/' }),
    );
    const { send, asked } = senderWith([['127.0.0.1']]);
    expect(await send(at(merchant.url, 'shop.example'))).toMatchObject({ status: 307 });
    expect(asked).toEqual(['shop.example']);
  });

  it('a name without a valid address is not called', async () => {
    for (const addresses of [[], ['not an address']]) {
      const { send } = senderWith([addresses]);
      expect(await send('http://shop.example/callback')).toHaveProperty('error');
    }
  });
});
