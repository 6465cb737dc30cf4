import type { Session } from '../../flows/session.ts';
import { methodKind } from '../../flows/steps.ts';
import type { MethodKind } from '../../gateways/definition.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Words } from '../words/words.ts';
import type { CheckoutPage } from './page-models.ts';

/** Icons for the neutral method names, in the same order as the names. */
const icons: Readonly<Record<MethodKind, readonly string[]>> = {
  wallet: ['wallet', 'bank', 'phone', 'qr', 'shop'],
  card: ['card'],
};

export function methodChoices(
  runtime: Runtime,
  session: Session,
  texts: Words,
  chosen: string | null,
): CheckoutPage['methods'] {
  return Object.keys(session.gateway.methods).map((token) => ({
    value: runtime.names.of(token),
    ...looksOf(runtime, session, texts, token),
    chosen: token === chosen,
  }));
}

/** The method's name for customers. */
export function methodLabel(runtime: Runtime, session: Session, texts: Words, token: string): string {
  return looksOf(runtime, session, texts, token).label;
}

/** A method's configured name, or a neutral one: `method_1` would mean nothing to a customer. */
function looksOf(runtime: Runtime, { gateway }: Session, texts: Words, token: string) {
  const kindOf = (each: string) => methodKind(runtime, gateway, each) ?? 'wallet';
  const kind = kindOf(token);
  const tokens = Object.keys(gateway.methods);
  const nth = tokens.filter((each) => kindOf(each) === kind).indexOf(token);
  const { names, note } = texts.methodKinds[kind];
  const neutral = names[nth];
  const name = runtime.names.of(token);
  const icon = icons[kind][nth] ?? (kind === 'card' ? 'card' : 'wallet');
  if (name !== token) return { label: name, note, icon };
  return {
    label: neutral?.name ?? `${texts.methodName} ${tokens.indexOf(token) + 1}`,
    note: neutral?.note ?? note,
    icon,
  };
}
