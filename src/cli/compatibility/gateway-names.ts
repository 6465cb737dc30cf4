import type { RequestLogEntry } from '../../client/contract.ts';
import type { Gateway, GatewayToken } from '../../gateways/gateway.ts';
import { gateways, gatewayTokens } from '../../gateways/index.ts';
import { fieldsOf, type Seen } from './seen.ts';

/** A gateway name of the client's own, and which of ours its requests look like, the likeliest first. */
export interface OwnName {
  readonly name: string;
  readonly tokens: readonly GatewayToken[];
  readonly requests: number;
}

/** The names in paths that are no gateway here, with what they must mean by the fields that were sent to them. */
export function ownNames({ requests, gateways }: Seen): readonly OwnName[] {
  const free = gateways.filter(({ token, name }) => token === name).map(({ token }) => token);
  const known = new Set(gateways.flatMap(({ token, name }) => [token, name]));
  const called = new Set(requests.map(({ gateway }) => gateway));
  const byName = Map.groupBy(requests, (request) => nameIn(request)?.name ?? '');
  const found = [...byName]
    .filter(([name]) => /^[A-Za-z0-9._-]{1,64}$/.test(name) && !known.has(name))
    .map(([name, asked]) => {
      const tokens = meantBy(asked).filter((token) => free.includes(token));
      // A gateway that the client calls by our name is not the one that it calls by another.
      return {
        name,
        tokens: [
          ...tokens.filter((token) => !called.has(token)),
          ...tokens.filter((token) => called.has(token)),
        ],
        requests: asked.length,
      };
    })
    .sort((one, other) => one.tokens.length - other.tokens.length);
  return eachOfItsOwn(found);
}

/** Two names are two gateways: what one of them surely means, the other one does not. */
function eachOfItsOwn(found: readonly OwnName[]): readonly OwnName[] {
  const taken = new Set<GatewayToken>();
  return found.flatMap((each) => {
    const tokens = each.tokens.filter((token) => !taken.has(token));
    if (tokens[0] === undefined) return [];
    taken.add(tokens[0]);
    return [{ ...each, tokens }];
  });
}

function nameIn({ path }: RequestLogEntry): { name: string; action: string } | undefined {
  const [, name, action] = /^\/api\/v1\/transaction\/([^/?]+)\/(verify|confirm)(?:\?|$)/.exec(path) ?? [];
  return name === undefined || action === undefined ? undefined : { name, action };
}

/** The gateways that these requests fit best, by the fields that only some gateways require; none when no such field came. */
function meantBy(requests: readonly RequestLogEntry[]): GatewayToken[] {
  const sent = new Set(
    requests.flatMap((request) =>
      [...fieldsOf(request).keys()].map((field) => `${nameIn(request)?.action} ${field}`),
    ),
  );
  const actions = new Set(requests.map((request) => nameIn(request)?.action));
  const needs = gatewayTokens.map((token) => ({ token, fields: requiredOf(gateways[token], actions) }));
  const isTelling = (field: string) => needs.some(({ fields }) => !fields.has(field));
  const fits = needs.map(({ token, fields }) => ({
    token,
    told: [...sent].filter((field) => fields.has(field) && isTelling(field)).length,
    missing: [...fields].filter((field) => !sent.has(field)).length,
  }));
  const [best] = fits.toSorted((one, other) => other.told - one.told || one.missing - other.missing);
  if (!best || best.told === 0) return [];
  return fits
    .filter(({ told, missing }) => told === best.told && missing === best.missing)
    .map(({ token }) => token);
}

/** The required fields of these endpoints of a gateway, each as `action field`. */
function requiredOf(gateway: Gateway, actions: ReadonlySet<string | undefined>): ReadonlySet<string> {
  const verify = gateway.flow === 'otp' ? gateway.verifyFields : [];
  const required = Object.entries({ verify, confirm: gateway.confirmFields }).flatMap(([action, rules]) =>
    actions.has(action) ? rules.filter((rule) => rule.required).map(({ name }) => `${action} ${name}`) : [],
  );
  return new Set(required);
}
