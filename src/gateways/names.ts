import type { MethodKinds } from './definition.ts';
import type { GatewayToken } from './gateway.ts';
import { gateways, gatewayTokens } from './index.ts';

/** Custom names for gateway and method tokens, from the config's `names`. */
export type NameMap = Readonly<Record<string, string>>;

/** Every method token once, since gateways may share methods. */
export const methodTokens: readonly string[] = [
  ...new Set(
    Object.values(gateways).flatMap((gateway) =>
      gateway.flow === 'checkout' ? Object.keys(gateway.methods) : [],
    ),
  ),
];

/** Every token that `names` may map. */
export const mappableTokens: readonly string[] = [...gatewayTokens, ...methodTokens];

/** Maps tokens to names and back. Paths accept the neutral token as well as the mapped name. */
export class Names {
  #sent: ReadonlyMap<string, string> = new Map();
  #gateways: ReadonlyMap<string, GatewayToken> = new Map();

  constructor(map: NameMap = {}) {
    this.replace(map);
  }

  /** All names, another map after each replacement. */
  get current(): ReadonlyMap<string, string> {
    return this.#sent;
  }

  /** Replaces the names for all calls from now on. */
  replace(map: NameMap): void {
    this.#sent = new Map(Object.entries(map));
    this.#gateways = new Map<string, GatewayToken>([
      ...gatewayTokens.map((token) => [token, token] as const),
      ...gatewayTokens.map((token) => [this.of(token), token] as const),
    ]);
  }

  /** The name that is sent and shown for a gateway or method token. */
  of(token: string): string {
    return this.#sent.get(token) ?? token;
  }

  /** The gateway with this name or neutral token. Case-sensitive. */
  gateway(name: string): GatewayToken | undefined {
    return this.#gateways.get(name);
  }

  /** The method's token for a token or mapped name, or undefined when this gateway has no such method. */
  method(name: string, methods: MethodKinds): string | undefined {
    return Object.keys(methods).find((token) => token === name || this.of(token) === name);
  }
}
