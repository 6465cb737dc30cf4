import type { Fields, TestSandbox } from '../support/sandbox.ts';

/** Two programs call the same endpoints. */
export const programs = ['shop/1.0', 'curl/8'] as const;
export type Program = (typeof programs)[number];

export function from(agent: Program, headers = {}) {
  return { headers: { 'User-Agent': agent, ...headers } };
}

/** JSON, which the API refuses. */
export function asJson(agent: Program, fields: Fields) {
  return { ...from(agent, { 'Content-Type': 'application/json' }), body: JSON.stringify(fields) };
}

/** Settings that `doctor --client` proposes, and reasons for which none helps. */
export async function advice(sandbox: TestSandbox): Promise<string[]> {
  const { proposals, failures } = (await sandbox.control('client/check', { ask_app: false })).json;
  const settings = proposals.map(({ setting }: { setting: string }) => setting);
  const others = failures.filter(({ needs }: { needs: unknown[] }) => needs.length === 0);
  return [...settings, ...others.map(({ reason }: { reason: string }) => reason)];
}
