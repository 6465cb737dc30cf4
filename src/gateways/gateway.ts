import type { CheckoutDefinition, OtpDefinition } from './definition.ts';
import type { registry } from './registry.ts';

type Registry = typeof registry;

export type GatewayToken = keyof Registry;
export type OtpToken = TokenOf<'otp'>;

/** The token of a payment method that some checkout page offers. */
export type MethodToken = {
  [Token in GatewayToken]: Registry[Token] extends { readonly methods: infer Methods }
    ? keyof Methods
    : never;
}[GatewayToken];

/** A definition with its token in the registry. The config's `names` may change its name on the wire. */
export interface OtpGateway extends OtpDefinition {
  readonly token: OtpToken;
}

export interface CheckoutGateway extends CheckoutDefinition {
  readonly token: TokenOf<'checkout'>;
}

export type Gateway = OtpGateway | CheckoutGateway;

type TokenOf<Flow> = {
  [Token in GatewayToken]: Registry[Token] extends { readonly flow: Flow } ? Token : never;
}[GatewayToken];
