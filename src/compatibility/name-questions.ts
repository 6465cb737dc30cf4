import { senderOf } from '../merchant-api/logged-request.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { type FoundNames, mostFields, type OwnName, type Try } from './gateway-names.ts';
import { endpointOf, isUnchecked } from './logged-fields.ts';
import { sentence } from './reasons.ts';

/** Names that could belong to several gateways, or to none. */
export function nameQuestions({ found, untried, names }: FoundNames): readonly string[] {
  const given = new Set(found.flatMap(({ tokens }) => tokens.slice(0, 1)));
  const unclear = found.flatMap((each) => {
    const [chosen, ...others] = each.tokens;
    if (chosen === undefined) return withoutGateway(each, names);
    const own = JSON.stringify(each.name);
    const known = each.tries.find(({ token }) => token === chosen)?.fields.size ?? 0;
    const rival = mostSimilar(
      each.tries.filter(({ token, fields }) => fields.size > known && !given.has(token)),
    );
    return [
      ...(others.length > 0 ? [`${own} could be ${each.tokens.join(' or ')}. Try ${chosen} first.`] : []),
      ...(rival
        ? [
            `${own} could also be ${rival.token}, which knows more of its fields, but refuses it: ${rival.why}`,
          ]
        : []),
    ];
  });
  const others = untried.map(
    (name) =>
      `${JSON.stringify(name)} was not tried, because many other names have no gateway either. Set those first, and check again.`,
  );
  return [...unclear, ...others];
}

/** Names whose newest request had no valid keys. Nothing has checked that. `rows`: newest first. */
export function keyQuestions({ store }: Runtime, rows: readonly LoggedRequest[]): readonly string[] {
  const newest = new Map(rows.toReversed().map((row) => [endpointOf(row)?.name, row]));
  return [...newest].flatMap(([name, row]) =>
    isUnchecked(row) && senderOf(store, row) === undefined
      ? `${JSON.stringify(name)} was called without the valid keys of an account, and was tried with those of one. Give your client the keys of the sandbox.`
      : [],
  );
}

/** The gateway that a name fits has another one, or refuses what was sent. */
function withoutGateway({ name, tries }: OwnName, names: FoundNames['names']): string {
  const own = JSON.stringify(name);
  const nearest = mostSimilar(tries);
  const fitting = withMostFields(tries.filter(({ accepts }) => accepts));
  if (fitting.length > 0 && mostFields(fitting) >= (nearest?.fields ?? 0)) {
    const called = fitting.map(({ token }) => `${token} (called ${JSON.stringify(names[token] ?? token)})`);
    return `${own} has no gateway: what was sent to it fits ${called.join(' and ')}. If ${own} is right, set it in \`names\`.`;
  }
  if (nearest === undefined)
    return [`${own} has no gateway: none accepts what was sent to it.`, ...sameReason(tries)].join(' ');
  return `${own} has no gateway: what was sent to it fits ${nearest.token} best, which refuses it: ${nearest.why} Fix that, or set ${own} in \`names\`.`;
}

/** What every gateway says about a request, such as that its method is wrong. */
function sameReason(tries: readonly Try[]): readonly string[] {
  const reasons = new Set(tries.flatMap(({ why }) => why?.split(' · ', 1) ?? []));
  const [reason] = reasons;
  return reasons.size === 1 && reason !== undefined ? [sentence(reason)] : [];
}

interface Rival {
  readonly token: string;
  readonly fields: number;
  readonly why: string;
}

/** The refusing one with the most of the sent fields and the fewest complaints about them. */
function mostSimilar(tries: readonly Try[]): Rival | undefined {
  const refusing = tries.filter((each) => !each.accepts && each.fields.size > 0 && each.why !== undefined);
  const likelihood = ({ fit, why = '' }: Try) => fit - why.split(' · ').length;
  const [nearest] = withMostFields(refusing).toSorted((one, other) => likelihood(other) - likelihood(one));
  if (nearest === undefined) return undefined;
  const { token, fields, why = '' } = nearest;
  return { token, fields: fields.size, why: sentence(why) };
}

function withMostFields(tries: readonly Try[]): readonly Try[] {
  const most = mostFields(tries);
  return tries.filter(({ fields }) => fields.size === most);
}
