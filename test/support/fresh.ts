import { onTestFinished } from 'vitest';
import { type MerchantServer, merchantServer } from './merchant-server.ts';
import {
  type Gauge,
  type HoldingMerchant,
  holdingMerchant,
  type RawMerchant,
  type Reply,
  rawMerchant,
} from './raw-merchant.ts';
import { type TestOptions, type TestSandbox, testSandbox } from './sandbox.ts';

/** A new sandbox for the test, stopped afterwards. Merchants that are created later are closed before it. */
export async function freshSandbox(options: TestOptions = {}): Promise<TestSandbox> {
  const sandbox = await testSandbox(options);
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

export async function freshMerchant(): Promise<MerchantServer> {
  const merchant = await merchantServer();
  onTestFinished(() => merchant.close());
  return merchant;
}

export async function freshRawMerchant(reply?: Reply): Promise<RawMerchant> {
  const merchant = await rawMerchant(reply);
  onTestFinished(() => merchant.close());
  return merchant;
}

export async function freshHoldingMerchant(gauge?: Gauge): Promise<HoldingMerchant> {
  const merchant = await holdingMerchant(gauge);
  onTestFinished(() => merchant.close());
  return merchant;
}
