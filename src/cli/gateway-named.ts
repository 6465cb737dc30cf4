import type { Gateway } from '../client/contract.ts';
import { didYouMean } from '../input/nearest.ts';
import { WrongUsage } from './control-client.ts';

/** Finds a gateway by name or token. */
export function foundGateway<Known extends Pick<Gateway, 'name' | 'token'>>(
  word: string,
  all: readonly Known[],
): Known | undefined {
  return all.find(({ name, token }) => name === word || token === word);
}

/** Finds a gateway by name or token. Throws `WrongUsage`. */
export function gatewayNamed(word: string, all: readonly Gateway[]): Gateway {
  const found = foundGateway(word, all);
  if (found !== undefined) return found;
  const names = all.map(({ name }) => name);
  throw new WrongUsage(
    `There is no gateway ${JSON.stringify(word)}. The gateways are ${names.join(', ')}.${didYouMean(word, names)}`,
  );
}

/** The name of a gateway by its token. */
export function nameAmong(all: readonly Pick<Gateway, 'name' | 'token'>[]): (token: string) => string {
  return (token) => all.find((each) => each.token === token)?.name ?? token;
}
