import type { Call } from './load.ts';
import { bareHttp, honoWithInsert, type Program, sandbox, sandboxWithData } from './programs.ts';

/** A call of a server, against what Hono's JSON hello does with as many connections. */
export interface Contest {
  readonly name: string;
  readonly program: Program;
  readonly call: Call;
  readonly connections: number;
  /** Of a run's requests, where it has a number of them: pages take longer than calls. */
  readonly share?: number;
}

const connections = 16;
const share = 0.25;

export const scale: readonly Contest[] = [
  { name: 'bare node:http', program: bareHttp, call: 'verify', connections },
  { name: 'Hono, one prepared INSERT', program: honoWithInsert, call: 'verify', connections },
];

/** What the guard measures too. */
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
