import type { Gateway } from '../client/contract.ts';
import { type ControlFlags, controlClient } from './control-client.ts';
import { show, table } from './output.ts';

export async function gateways(flags: ControlFlags): Promise<void> {
  const answer = await controlClient(flags).call('listGateways');
  show(flags, answer, () =>
    table(['GATEWAY', 'NAME', 'FLOW', 'CURRENCY', 'METHODS', 'CONFIRM NEEDS'], answer.data.map(row)),
  );
}

function row({ token, name, flow, currency, fields, payment_methods: methods }: Gateway): string[] {
  const needed = fields.filter(({ required }) => required).map((field) => field.name);
  return [token, name, flow, currency, methods.join(' ') || '-', needed.join(' ')];
}
