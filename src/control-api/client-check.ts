import { z } from 'zod';
import { checkClient } from '../compatibility/check-client.ts';
import { refuseUnknownAccount } from './input.ts';
import { operation } from './operation.ts';

const clientConfig = z.object({
  names: z.record(z.string(), z.string()).optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
});

const clientVerdict = z.object({
  requests: z.int(),
  callbacks: z.int(),
  sent_to_app: z.int().describe('How many requests were sent to the app'),
  failures: z
    .array(
      z.object({
        what: z.string().describe('The request or the callback'),
        reason: z.string(),
        count: z.int().describe('How many were alike'),
        needs: z.array(z.string()).readonly().describe('The settings that fix it; empty if none was found'),
        request: z.string().nullable(),
        callback: z.string().nullable(),
      }),
    )
    .readonly(),
  not_counted: z
    .array(
      z.object({
        what: z.string().describe('The request'),
        reason: z.string().describe('Why it was refused'),
        count: z.int().describe('How many were alike'),
        why: z
          .enum(['corrected', 'sent_again', 'customer', 'accepted_now'])
          .describe(
            'Why it is no failure: the same program has corrected a mistake of set-up, or sent it again with success; a customer causes it with a correct client too; or its replay is accepted now',
          ),
        request: z.string(),
      }),
    )
    .readonly()
    .describe('The newest 30 kinds of refused requests that are no failures'),
  proposals: z
    .array(z.object({ setting: z.string(), evidence: z.string(), why: z.string(), config: clientConfig }))
    .readonly(),
  questions: z.array(z.string()).readonly().describe('Questions that only a person can answer'),
  config: clientConfig.describe(
    'All that the client needs in the config: what is set now, and what is proposed',
  ),
});

/** For `doctor --client` and the Compatibility page. */
export const clientCheckOperations = {
  checkClient: operation({
    method: 'post',
    path: '/client/check',
    summary: 'What fails for the client, and the settings that fix it, each tried with the logged requests',
    body: z.strictObject({
      ask_app: z
        .boolean()
        .optional()
        .describe('Whether callbacks and returns are sent to the app again to try them'),
      account: z.string().optional().describe('Only the requests and callbacks of this account'),
    }),
    answer: clientVerdict,
    run: ({ runtime, trial }, { body, signal }) => {
      refuseUnknownAccount(runtime, body);
      const { ask_app: askApp = false, account: accountId } = body;
      return checkClient({ runtime, trial }, { askApp, accountId, signal });
    },
  }),
};
