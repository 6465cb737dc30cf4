import { cliResult, type Ended } from '../support/cli.ts';

/** Runs `audit` of the built program. */
export function audit(...flags: string[]): Promise<Ended> {
  return cliResult(['audit', ...flags]);
}

export function handlersOf(url: string): string[] {
  return ['--callback-url', `${url}/callback`, '--return-url', `${url}/return`, '--slow', '10ms'];
}

/** The audit's order commands for an `orderShop`. */
export function booksOf(url: string): string[] {
  return ['--order-url', `${url}/make`, '--check-url', `${url}/orders/{invoice}`];
}
