import type { MagicValues } from '../client/contract.ts';
import { type ControlFlags, controlClient } from './control-client.ts';
import { show, table } from './output.ts';

export async function magic(flags: ControlFlags): Promise<void> {
  const answer = await controlClient(flags).call('listMagicValues');
  show(flags, answer, () => [numbers(answer), codes(answer), amounts(answer), prefixes(answer)].join('\n\n'));
}

function numbers({ mobile_numbers: all }: MagicValues): string {
  const rows = all.map(({ number, gateway, code }) => [number, gateway, code ?? 'no code ever arrives']);
  return table(['MOBILE NUMBER', 'GATEWAY', 'VERIFY'], rows);
}

function codes({ codes: all }: MagicValues): string {
  return table(
    ['CODE', 'GATEWAY', 'CONFIRM'],
    all.map(({ digits, gateway, code }) => [digits, gateway, code]),
  );
}

function amounts({ amounts: all }: MagicValues): string {
  return table(
    ['AMOUNT', 'CHECKOUT DECLINES'],
    all.map(({ amount, reason }) => [amount, reason]),
  );
}

function prefixes({ invoice_prefixes: all }: MagicValues): string {
  return table(
    ['INVOICE BEGINS WITH', 'CALLBACK AND RETURN'],
    all.map(({ prefix, order }) => [prefix, order]),
  );
}
