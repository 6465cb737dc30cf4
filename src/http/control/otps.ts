import type { Context, Hono } from 'hono';
import { endOtp, resendOtp } from '../../flows/phone.ts';
import { waitFor } from '../../journal/follow.ts';
import type { Runtime } from '../../runtime.ts';
import { normalMobileNumber } from '../../spec/mobile-number.ts';
import type { Otp, OtpFilter } from '../../store/verifications.ts';
import type { AppEnv } from '../connection.ts';
import type { AppParts } from '../parts.ts';
import { ControlError, invalid, notFound } from './control-error.ts';
import { idOf, listOf, pageOf, waitMsOf } from './input.ts';
import { otpShape, otpStatus } from './shapes.ts';

export function otpRoutes(app: Hono<AppEnv>, { runtime }: AppParts): void {
  const { store } = runtime;

  app.get('/otps', (c) => {
    const page = pageOf(c);
    const rows = store.verifications.otps(filterOf(runtime, c), page);
    return c.json(
      listOf(
        rows,
        page,
        ({ id }) => id,
        (otp) => otpShape(runtime, otp),
      ),
    );
  });

  app.get('/otps/latest', (c) => latest(c, runtime));
  app.delete('/otps', async (c) => {
    await store.commit(() => store.verifications.clearOtps(c.req.query('account')));
    return c.json({ removed: true });
  });
  app.post('/otps/:id/expire', (c) => ended(runtime, c, 'expired'));
  app.post('/otps/:id/lock', (c) => ended(runtime, c, 'locked'));
  app.post('/otps/:id/resend', (c) => resent(c, runtime));
}

/** The newest active code of a number, at once or when it arrives. */
async function latest(c: Context<AppEnv>, runtime: Runtime) {
  const filter = filterOf(runtime, c);
  if (filter.mobileNumber === undefined) throw invalid('mobile_number', 'is required');
  const otp = await waitFor(
    runtime.journal,
    () => newestActive(runtime, filter),
    waitMsOf(c),
    c.req.raw.signal,
  );
  if (otp) return c.json(otpShape(runtime, otp));
  throw new ControlError(404, 'NOT_FOUND', `There is no active code for ${filter.mobileNumber}.`);
}

async function resent(c: Context<AppEnv>, runtime: Runtime) {
  const otp = existing(runtime, c.req.param('id') ?? '');
  const sent = await runtime.store.commit(() => resendOtp(runtime, otp));
  if (sent === undefined) throw new ControlError(409, 'ALREADY_DECIDED', 'The process of this code is over.');
  return c.json(otpShape(runtime, existing(runtime, String(sent))), 201);
}

async function ended(runtime: Runtime, c: Context<AppEnv>, status: 'expired' | 'locked') {
  const otp = existing(runtime, c.req.param('id') ?? '');
  const done = await runtime.store.commit(() => endOtp(runtime, otp, status));
  if (!done)
    throw new ControlError(409, 'ALREADY_DECIDED', `This code is ${otpStatus(runtime, otp)} already.`);
  return c.json(otpShape(runtime, existing(runtime, String(otp.id))));
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

function filterOf(runtime: Runtime, c: Context<AppEnv>): OtpFilter {
  const number = c.req.query('mobile_number');
  const gateway = c.req.query('gateway');
  return {
    mobileNumber: number === undefined ? undefined : normalMobileNumber(number),
    gateway: gateway === undefined ? undefined : (runtime.names.gateway(gateway) ?? gateway),
    status: c.req.query('status'),
    processId: c.req.query('process_id'),
    accountId: c.req.query('account'),
  };
}
