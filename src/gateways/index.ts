import type { Definition } from './definition.ts';
import type { CheckoutGateway, Gateway, GatewayToken, OtpGateway, OtpToken } from './gateway.ts';
import { registry } from './registry.ts';

const definitions: Readonly<Record<string, Definition>> = registry;

/** Every gateway by token, in registry order. */
// Object.entries loses which definition belongs to which token.
export const gateways = Object.fromEntries(
  Object.entries(definitions).map(([token, definition]) => [token, { token, ...definition }]),
) as { readonly [Token in GatewayToken]: Token extends OtpToken ? OtpGateway : CheckoutGateway };

// Object.keys loses the keys' type.
export const gatewayTokens = Object.keys(gateways) as readonly GatewayToken[];

/** The gateways that verify with a code before they confirm. */
export const otpGateways: readonly OtpGateway[] = Object.values<Gateway>(gateways).filter(
  (gateway) => gateway.flow === 'otp',
);

/** The default number of digits of each gateway's codes. */
// One entry for each token with a code, as the type says.
export const codeLengths = Object.fromEntries(
  otpGateways.map(({ token, codeLength }) => [token, codeLength]),
) as Readonly<Record<OtpToken, number>>;
