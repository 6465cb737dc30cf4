import { describe, expect, it } from 'vitest';
import { WrongUsage } from '../../src/cli/control-client.ts';
import { checkedRehearsal } from '../../src/cli/rehearse-flags.ts';
import { cliResult } from '../support/cli.ts';

const usual = { rate: '20', seed: '1', late: '5s', amount: '1', timeout: '10s', settle: '0s', slow: '2s' };
const orderUrl = 'http://127.0.0.1:9/orders';
const checkUrl = `${orderUrl}/{invoice}`;
const near = { orderUrl, checkUrl };
const far = 'is not on this machine or its network. If this load may go there: --allow-host';

describe('rehearse cannot begin', () => {
  it.each([
    [{}, /^Where are your handlers[\s\S]* gateway-sandbox rehearse \\\n[\s\S]*--help shows all flags\.$/],
    [{ orderUrl }, 'A rehearsal reads what each order says at the end: name --check-url or --check-cmd.'],
    [{ ...near, rate: '0' }, '--rate "0" is not a number from 0.1 to 500.'],
    [{ ...near, rate: '1e9' }, '--rate "1e9" is not a number from 0.1 to 500.'],
    [{ ...near, minutes: '61' }, '--minutes "61" is not a number from 0.01 to 60.'],
    [{ ...near, seconds: 'x' }, '--seconds "x" is not a number from 0.1 to 3600.'],
    [{ ...near, seconds: '1', minutes: '1' }, 'Name --minutes or --seconds, not both.'],
    [{ ...near, seed: '-1' }, '--seed "-1" is not a number from 0 to 2147483647.'],
    [{ ...near, late: '5 days' }, '--late "5 days" is not a duration such as 2s or 500ms, at most 10m.'],
    [
      { ...near, orderUrl: 'https://shop.example.com/orders' },
      `--order-url https://shop.example.com/orders ${far} shop.example.com`,
    ],
    [
      { ...near, checkUrl: 'http://93.184.216.34/{invoice}' },
      `--check-url http://93.184.216.34/{invoice} ${far} 93.184.216.34`,
    ],
    [{ ...near, orderUrl: 'http://[::1' }, '--order-url "http://[::1" is not an http or https address.'],
  ])('with %j', (flags, message) => {
    const check = () => checkedRehearsal({ ...usual, ...flags });
    expect(check).toThrow(WrongUsage);
    expect(check).toThrow(typeof message === 'string' ? new WrongUsage(message) : message);
  });

  it('with a running sandbox and a weather', async () => {
    const flags = ['--order-url', orderUrl, '--check-url', checkUrl, '--url', 'http://127.0.0.1:9'];
    expect(await cliResult(['rehearse', ...flags, '--weather', 'storm'])).toMatchObject({
      code: 2,
      stderr:
        '--weather is for a temporary sandbox. Change the one at http://127.0.0.1:9 with `gateway-sandbox settings weather storm`.\n',
    });
  });
});

it.each([
  [orderUrl, true],
  ['http://shop.test/orders', true],
  ['http://app:3000/orders', true],
  ['http://192.168.1.5/orders', true],
  ['http://[::1]:3000/orders', true],
  ['https://shop.example.com/orders', true],
  ['https://shop.example.com.evil.example/orders', false],
  ['https://example.com/orders', false],
  ['http://8.8.8.8/orders', false],
  ['nonsense', false],
])('%s may be reached with --allow-host SHOP.example.com: %j', (url, expected) => {
  const { traffic } = checkedRehearsal({ ...usual, ...near, allowHost: ['SHOP.example.com'] });
  expect(traffic.mayReach(url)).toBe(expected);
});
