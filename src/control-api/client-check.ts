import { z } from 'zod';
import { checkClient } from '../compatibility/check-client.ts';
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
        needs: z
          .array(z.string())
          .readonly()
          .describe('The settings with which it works; empty when none was found'),
        request: z.string().nullable(),
        callback: z.string().nullable(),
      }),
    )
    .readonly(),
  proposals: z
    .array(z.object({ setting: z.string(), evidence: z.string(), why: z.string(), config: clientConfig }))
    .readonly(),
  questions: z.array(z.string()).readonly().describe('What only a person can tell'),
  config: clientConfig.describe(
    'All that the client needs in the config: what is set now, and what is proposed',
  ),
});

/** For `doctor --client` and the Compatibility page. */
export const clientCheckOperations = {
  checkClient: operation({
    method: 'post',
    path: '/client/check',
    summary:
      'What the client fails at, and the settings with which it works, each tried with the requests that were logged',
    body: z.strictObject({
      ask_app: z
        .boolean()
        .optional()
        .describe('Whether callbacks and returns are sent to the app again to try them'),
    }),
    answer: clientVerdict,
    run: ({ runtime, trial }, { body, signal }) =>
      checkClient({ runtime, trial }, { askApp: body.ask_app ?? false, signal }),
  }),
};
