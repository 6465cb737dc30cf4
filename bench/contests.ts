import type { Call } from './load.ts';
import { bareHttp, honoWithInsert, type Program, sandbox, sandboxWithData } from './programs.ts';

/** A call to a server, compared with Hono's JSON hello on the same number of connections. */
export interface Contest {
  readonly name: string;
  readonly program: Program;
  readonly call: Call;
  readonly connections: number;
  /** Fraction of a run's requests, because pages take longer than calls. */
  readonly share?: number;
}

const connections = 16;
const share = 0.25;

export const scale: readonly Contest[] = [
  { name: 'bare node:http', program: bareHttp, call: 'verify', connections },
  { name: 'Hono, one prepared INSERT', program: honoWithInsert, call: 'verify', connections },
];

/** Also measured by the guard. */
export const calls: readonly Contest[] = [
  { name: 'verify', program: sandbox, call: 'verify', connections },
  { name: 'wallet confirm', program: sandbox, call: 'wallet confirm', connections },
  { name: 'checkout confirm', program: sandbox, call: 'checkout confirm', connections },
  { name: 'checkout page', program: sandbox, call: 'checkout page', connections, share },
  { name: 'transactions page', program: sandbox, call: 'transactions page', connections, share },
];

export const moreCalls: readonly Contest[] = [
  { name: 'verify, 1 connection', program: sandbox, call: 'verify', connections: 1 },
  { name: 'verify, --data', program: sandboxWithData, call: 'verify', connections },
  { name: 'wallet confirm, --data', program: sandboxWithData, call: 'wallet confirm', connections },
  { name: 'inbox page', program: sandbox, call: 'inbox page', connections, share },
  { name: 'requests page', program: sandbox, call: 'requests page', connections, share },
];
