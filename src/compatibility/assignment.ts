import type { GatewayToken } from '../gateways/gateway.ts';

/** A name, and how well each gateway fits it. */
export interface Candidate {
  readonly name: string;
  readonly scores: ReadonlyMap<GatewayToken, number>;
}

/** Assignments with a smaller difference than this are both possible. */
const clear = 2;
/** Higher than any fit, so that as many names as possible get a gateway. */
const assigned = 1000;

type Way = readonly { readonly name: string; readonly token: GatewayToken | undefined }[];

/** Gives each name a different gateway, for the best total fit. Lists the alternatives after it. */
export function likeliest(candidates: readonly Candidate[]): ReadonlyMap<string, readonly GatewayToken[]> {
  const ways = waysOf(candidates, new Set()).map(({ way, total }) => ({ way: new Map(pairsOf(way)), total }));
  const best = ways.reduce((one, other) => (other.total > one.total ? other : one));
  return new Map(
    candidates.map(({ name, scores }) => {
      const chosen = best.way.get(name);
      const close = [...scores.keys()].filter(
        (token) =>
          token !== chosen &&
          ways.some(({ way, total }) => way.get(name) === token && best.total - total < clear),
      );
      return [name, chosen === undefined ? [] : [chosen, ...close]];
    }),
  );
}

function pairsOf(way: Way): readonly (readonly [string, GatewayToken | undefined])[] {
  return way.map(({ name, token }) => [name, token]);
}

function waysOf(
  [first, ...rest]: readonly Candidate[],
  taken: ReadonlySet<GatewayToken>,
): readonly { readonly way: Way; readonly total: number }[] {
  if (first === undefined) return [{ way: [], total: 0 }];
  const { name, scores } = first;
  const choices: readonly (readonly [GatewayToken | undefined, number])[] = [
    [undefined, 0],
    ...[...scores]
      .filter(([token]) => !taken.has(token))
      .map(([token, score]) => [token, assigned + score] as const),
  ];
  return choices.flatMap(([token, score]) =>
    waysOf(rest, token === undefined ? taken : new Set([...taken, token])).map(({ way, total }) => ({
      way: [{ name, token }, ...way],
      total: total + score,
    })),
  );
}
