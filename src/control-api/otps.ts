import { z } from 'zod';
import { endOtp, resendOtp } from '../flows/phone.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Otp, OtpFilter } from '../store/verifications.ts';
import { gatewayName, listAnswer, otpAnswer, otpStatus as statuses } from './answers.ts';
import { ControlError, notFound } from './control-error.ts';
import { gatewayOf, idOf, listOf, mobileNumber, pageOf, paging, wait } from './input.ts';
import { operation } from './operation.ts';
import { otpShape, otpStatus } from './shapes.ts';

const filters = {
  gateway: gatewayName.optional(),
  process_id: z.string().optional(),
  account: z.string().optional(),
};

/** The one-time codes sent to customers' phones. */
export const otpOperations = {
  listOtps: operation({
    method: 'get',
    path: '/otps',
    summary: 'The one-time codes, newest first',
    query: z.strictObject({
      ...paging,
      ...filters,
      mobile_number: mobileNumber.optional(),
      status: statuses.optional(),
    }),
    answer: listAnswer(otpAnswer),
    run: ({ runtime }, { query }) => {
      const page = pageOf(query);
      const rows = runtime.store.verifications.otps(filterOf(runtime, query), page);
      return listOf(
        rows,
        page,
        ({ id }) => id,
        (otp) => otpShape(runtime, otp),
      );
    },
  }),

  latestOtp: operation({
    method: 'get',
    path: '/otps/latest',
    summary: 'The newest active code of a number, at once or when it arrives',
    query: z.strictObject({ ...filters, mobile_number: mobileNumber, wait: wait.optional() }),
    answer: otpAnswer,
    refusals: [404],
    run: async ({ runtime }, { query, signal }) => {
      const filter = filterOf(runtime, query);
      const otp = await runtime.journal.waits.wait(
        {
          words: `code ${JSON.stringify(filter)}`,
          wants: { types: ['otp.sent'], mobileNumber: query.mobile_number, accountId: query.account },
          look: () => newestActive(runtime, filter),
        },
        { waitMs: query.wait ?? 0, signal },
      );
      if (otp) return otpShape(runtime, otp);
      throw new ControlError(404, 'NOT_FOUND', `There is no active code for ${query.mobile_number}.`);
    },
  }),

  clearOtps: operation({
    method: 'delete',
    path: '/otps',
    summary: 'Clears the inbox; the codes stay valid',
    query: z.strictObject({ account: z.string().optional() }),
    answer: z.object({ removed: z.literal(true) }),
    run: async ({ runtime: { store } }, { query }) => {
      await store.commit(() => store.verifications.clearOtps(query.account));
      return { removed: true } as const;
    },
  }),

  expireOtp: operation({
    method: 'post',
    path: '/otps/:id/expire',
    summary: 'Expires an active code now',
    answer: otpAnswer,
    refusals: [404, 409],
    run: ({ runtime }, { params }) => ended(runtime, params.id, 'expired'),
  }),

  lockOtp: operation({
    method: 'post',
    path: '/otps/:id/lock',
    summary: 'Locks an active code, as after too many wrong tries',
    answer: otpAnswer,
    refusals: [404, 409],
    run: ({ runtime }, { params }) => ended(runtime, params.id, 'locked'),
  }),

  resendOtp: operation({
    method: 'post',
    path: '/otps/:id/resend',
    summary: 'Sends a new code for the same process; it replaces the active one',
    answer: otpAnswer,
    status: 201,
    refusals: [404, 409],
    run: async ({ runtime }, { params }) => {
      const otp = existing(runtime, params.id);
      const sent = await runtime.store.commit(() => resendOtp(runtime, otp));
      if (sent === undefined)
        throw new ControlError(409, 'ALREADY_DECIDED', 'The process of this code has ended.');
      return otpShape(runtime, existing(runtime, String(sent)));
    },
  }),
};

async function ended(runtime: Runtime, id: string, status: 'expired' | 'locked') {
  const otp = existing(runtime, id);
  const done = await runtime.store.commit(() => endOtp(runtime, otp, status));
  if (!done)
    throw new ControlError(409, 'ALREADY_DECIDED', `This code is ${otpStatus(runtime, otp)} already.`);
  return otpShape(runtime, existing(runtime, id));
}

function existing(runtime: Runtime, id: string): Otp {
  const otp = runtime.store.verifications.otp(idOf(id, 'code'));
  if (!otp) throw notFound('code', id);
  return otp;
}

function newestActive(runtime: Runtime, filter: OtpFilter): Otp | undefined {
  const [newest] = runtime.store.verifications.otps(
    { ...filter, status: 'active' },
    { before: Number.MAX_SAFE_INTEGER, limit: 1 },
  );
  return newest && otpStatus(runtime, newest) === 'active' ? newest : undefined;
}

interface OtpQuery {
  readonly mobile_number?: string | undefined;
  readonly gateway?: string | undefined;
  readonly status?: string | undefined;
  readonly process_id?: string | undefined;
  readonly account?: string | undefined;
}

function filterOf(runtime: Runtime, query: OtpQuery): OtpFilter {
  return {
    mobileNumber: query.mobile_number,
    gateway: gatewayOf(runtime.names, query.gateway),
    status: query.status,
    processId: query.process_id,
    accountId: query.account,
  };
}
