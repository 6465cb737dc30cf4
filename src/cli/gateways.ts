import { type ControlFlags, controlClient } from './control-client.ts';
import { show, table } from './output.ts';

interface Gateway {
  readonly token: string;
  readonly name: string;
  readonly flow: string;
  readonly currency: string;
  readonly fields: readonly { readonly name: string; readonly required: boolean }[];
  readonly payment_methods: readonly string[];
}

export async function gateways(flags: ControlFlags): Promise<void> {
  const answer = await controlClient(flags).get<{ readonly data: readonly Gateway[] }>('gateways');
  show(flags, answer, () =>
    table(['GATEWAY', 'NAME', 'FLOW', 'CURRENCY', 'METHODS', 'CONFIRM NEEDS'], answer.data.map(row)),
  );
}

function row({ token, name, flow, currency, fields, payment_methods: methods }: Gateway): string[] {
  const needed = fields.filter(({ required }) => required).map((field) => field.name);
  return [token, name, flow, currency, methods.join(' ') || '-', needed.join(' ')];
}
