import { objectGiven } from './arguments.ts';
import type { Connection } from './connection.ts';
import type { SignatureCheck } from './contract.ts';

/** A message in any supported form, with `hashed` if the message does not contain it. */
export type Signed = (
  | { readonly fields: Fields; readonly query?: never; readonly body?: never }
  | { readonly query: string; readonly fields?: never; readonly body?: never }
  | { readonly body: string; readonly fields?: never; readonly query?: never }
) & {
  readonly hashed?: string;
  /** Overrides the account's key. */
  readonly secret_key?: string;
};

type Scalar = string | number | boolean;
type Fields = Readonly<Record<string, Scalar>> | readonly (readonly [name: string, value: Scalar])[];

/** Returns the right `hashed` for a message, and what is wrong with the one it has. */
export async function checkSignature(
  connection: Connection,
  account: string,
  signed: Signed,
): Promise<SignatureCheck> {
  return connection.call('checkSignature', { body: { account, ...objectGiven('signed', signed) } });
}
