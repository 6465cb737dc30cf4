import type { Otp } from '../client/contract.ts';
import { gateways } from '../gateways/index.ts';
import { CommandFailed } from './control-client.ts';
import { called, type PayContext, refusalWords, refused } from './pay-context.ts';
import type { Paid } from './pay-verdict.ts';

/** Verifies, reads the code, and confirms. */
export async function payByWallet(context: PayContext): Promise<Paid> {
  const { wanted, gateway, tell } = context;
  const fields: Readonly<Record<string, string>> = { ...sampleFields(context), amount: wanted.amount };
  const verified = await called(context, 'verify', fields);
  if ('refusal' in verified) throw refused(context, 'verify', verified.refusal);
  const processId = String(verified.result.process_id);
  tell('verify', `200, process_id ${processId}, ${wanted.amount} ${gateway.currency}`);
  const otp = await codeFor(context, fields.mobile_number ?? '', processId);
  tell('code', `${otp.code} arrived on ${otp.mobile_number}`);
  if (wanted.outcome === 'expired') {
    await context.client.call('expireOtp', { params: { id: otp.id } });
    tell('code', 'expired before it was used');
  }
  const code = wanted.outcome === 'declined' ? wrongCode(otp.code) : otp.code;
  return confirmed(context, { process_id: processId, code });
}

async function confirmed(context: PayContext, fields: Readonly<Record<string, string>>): Promise<Paid> {
  const { wanted, gateway, tell } = context;
  const { amount, invoiceNo, outcome } = wanted;
  const answer = await called(context, 'confirm', { ...fields, amount, invoice_no: invoiceNo });
  if ('refusal' in answer) {
    if (outcome === 'paid') throw refused(context, 'confirm', answer.refusal);
    tell('confirm', refusalWords(answer.refusal));
    return {
      transactionId: null,
      isGood: true,
      verdict: `Not paid, as asked: ${gateway.name} refused the confirm. It sends no callback, so your app only gets the error.`,
    };
  }
  const transactionId = String(answer.result.transaction_id);
  tell('confirm', `200, invoice ${invoiceNo}, transaction ${transactionId}`);
  return {
    transactionId,
    isGood: outcome === 'paid',
    verdict: `Paid. ${gateway.name} sends no callback: the response of confirm is all that your app gets.`,
  };
}

/** Sample values that pass the gateway's rules. */
function sampleFields({ gateway, wanted }: PayContext): Readonly<Record<string, string>> {
  const definition = gateways[gateway.token];
  const rules = definition.flow === 'otp' ? definition.verifyFields : definition.confirmFields;
  const samples = rules.flatMap(({ name, example, required }) =>
    example === undefined || !required ? [] : [[name, example] as const],
  );
  return {
    ...Object.fromEntries(samples),
    ...(wanted.mobile !== undefined && { mobile_number: wanted.mobile }),
  };
}

async function codeFor(
  { client, gateway, limit, account }: PayContext,
  mobile: string,
  processId: string,
): Promise<Otp> {
  try {
    return await client.call('latestOtp', {
      query: {
        mobile_number: mobile,
        gateway: gateway.name,
        process_id: processId,
        account: account.id,
        wait: limit.leftMs,
      },
    });
  } catch (error) {
    if (error instanceof CommandFailed && limit.isOver)
      throw new CommandFailed(
        `No code for ${mobile} came within ${limit.words}. Some magic numbers never get one.`,
      );
    throw error;
  }
}

/** A different code of the same length. It is not a magic value: those begin with 0. */
function wrongCode(code: string): string {
  return (code.startsWith('1') ? '2' : '1') + code.slice(1);
}
