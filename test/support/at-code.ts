import { freshSandbox } from './fresh.ts';
import type { MerchantServer } from './merchant-server.ts';
import { formsOf, type PageForms } from './payment.ts';
import { type Answer, countedIds, type TestOptions, type TestSandbox } from './sandbox.ts';

export type CodeGateway = 'localbankcards' | 'aggregator';

/** A checkout that has sent a code, without a browser. */
export interface AtCode extends PageForms {
  readonly sandbox: TestSandbox;
  /** All codes that were sent, newest first. */
  readonly otps: () => Promise<Answer['json']>;
  /** The transaction's event types, oldest first. */
  readonly events: () => Promise<string[]>;
}

/** A checkout whose page asks for the code `123456`. */
export async function atCode(
  gateway: CodeGateway = 'localbankcards',
  options?: TestOptions,
  merchant?: MerchantServer,
): Promise<AtCode> {
  const sandbox = await freshSandbox(options);
  const forms = await formsOf(sandbox, gateway, merchant ? { callback_url: `${merchant.url}/callback` } : {});
  await forms.pay();
  return {
    ...forms,
    sandbox,
    otps: async () => (await sandbox.control('otps')).json.data,
    events: async () => {
      const { data } = (await sandbox.control('events?transaction_id=100001')).json;
      return data.map(({ type }: { type: string }) => type);
    },
  };
}

/** IDs whose codes can be told apart: 000001, 000002 and so on. */
export function countingCodes() {
  let sent = 0;
  return { ...countedIds(), code: (digits: number) => String(++sent).padStart(digits, '0') };
}
