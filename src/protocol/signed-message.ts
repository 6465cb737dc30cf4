import type { Field } from './signature.ts';
import type { SignatureLayout } from './signature-layout.ts';

/** A message whose `hashed` is in question. */
export interface SignedMessage {
  /** The fields that are signed, in order, without `hashed`. */
  readonly fields: readonly Field[];
  /** The same, including `hashed` at its position. */
  readonly came: readonly Field[];
  readonly hashed: string | undefined;
  readonly secretKey: string;
  readonly layout: SignatureLayout;
  /** The fields that a client signs that takes too many or too few, and that mistake. */
  readonly otherwise?: Pick<SignedMessage, 'fields' | 'came'> & { readonly mistake: Mistake };
  /** Secret keys of the other accounts, by account name. */
  readonly otherKeys: ReadonlyMap<string, string>;
  /** The account's other credentials, by a name such as `API key`. */
  readonly credentials?: ReadonlyMap<string, string>;
  /** The string that the merchant's code built and signed. */
  readonly built?: string | undefined;
  /** The JSON body as it arrived, if any. */
  readonly body: string | undefined;
}

export interface Mistake {
  readonly name: string;
  /** What was done wrong, and what to do instead. */
  readonly explanation: string;
}
