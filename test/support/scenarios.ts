import { expect } from 'vitest';
import { verified } from './merchant-api.ts';
import { type Answer, type CallOptions, type Fields, merchantCall, type TestSandbox } from './sandbox.ts';

/** Makes one or more calls to the merchant API. Returns the last answer. */
export type Scenario = (sandbox: TestSandbox) => Promise<Answer>;

/** The assumptions that an answer names. */
export function named(answer: Answer): string[] {
  return (answer.headers.get('x-sandbox-assumption') ?? '').split(', ').filter(Boolean);
}

export function call(path: string, fields: Fields, options?: CallOptions): Scenario {
  return (sandbox) => sandbox.call(path, fields, options);
}

export function overHttps(path: string, fields: Fields, options?: CallOptions): Scenario {
  return (sandbox) =>
    sandbox.fetch(`https://localhost:4700/api/v1/transaction/${path}`, merchantCall(fields, options));
}

/** Runs the scenario after a change of the settings. */
export function set(patch: unknown, scenario: Scenario): Scenario {
  return async (sandbox) => {
    expect((await sandbox.control('settings', patch, 'PATCH')).status).toBe(200);
    return scenario(sandbox);
  };
}

/** Runs the same call twice. Returns the second answer. */
export function twice(scenario: Scenario): Scenario {
  return async (sandbox) => {
    await scenario(sandbox);
    return scenario(sandbox);
  };
}

/** Confirms the process that was registered first. */
export function confirmed(fields: Fields): Scenario {
  let right: Fields | undefined;
  return async (sandbox) => {
    right ??= await verified(sandbox, 'walletA');
    return sandbox.call('walletA/confirm', { ...right, ...fields });
  };
}
