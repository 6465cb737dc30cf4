import type { Context, Hono } from 'hono';
import { endOtp, resendOtp } from '../../flows/phone.ts';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import { seeOther } from '../../http/see-other.ts';
import { isNationalNumber, normalMobileNumber } from '../../protocol/mobile-number.ts';
import type { Otp } from '../../store/verifications.ts';
import { notFoundPage } from '../not-found.ts';
import { page } from '../pages.ts';
import { readerOf } from '../reader.ts';
import { inboxModel } from './models.ts';

/** The simulated phone: all codes that were sent, newest first. */
export function inboxPages(app: Hono<AppEnv>, { runtime }: AppParts): void {
  app.get('/_sandbox/inbox', (c) =>
    page(
      c,
      200,
      'inbox',
      inboxModel(runtime, readerOf(c), c.req.query('search') ?? '', undefined, c.req.query('open')),
    ),
  );

  app.get('/_sandbox/inbox/:number', (c) => {
    const number = normalMobileNumber(c.req.param('number'));
    if (!isNationalNumber(number)) return notFoundPage(c, runtime);
    return page(c, 200, 'inbox', inboxModel(runtime, readerOf(c), '', number, c.req.query('open')));
  });

  app.post('/_sandbox/inbox/:id/expire', (c) => change(c, (otp) => endOtp(runtime, otp, 'expired')));
  app.post('/_sandbox/inbox/:id/lock', (c) => change(c, (otp) => endOtp(runtime, otp, 'locked')));
  app.post('/_sandbox/inbox/:id/resend', (c) => change(c, (otp) => resendOtp(runtime, otp)));

  async function change(c: Context<AppEnv>, action: (otp: Otp) => unknown): Promise<Response> {
    const otp = otpOf(c);
    if (!otp) return notFoundPage(c, runtime);
    await runtime.store.commit(() => action(otp));
    return seeOther(cameFrom(c));
  }

  function otpOf(c: Context<AppEnv>): Otp | undefined {
    const id = c.req.param('id') ?? '';
    return /^\d{1,15}$/.test(id) ? runtime.store.verifications.otp(Number(id)) : undefined;
  }
}

/** The inbox page of the pressed button, from the referrer, which browsers send within a site. */
function cameFrom(c: Context<AppEnv>): string {
  const page = URL.parse(c.req.header('referer') ?? '');
  return page?.pathname.startsWith('/_sandbox/inbox') ? page.pathname + page.search : '/_sandbox/inbox';
}
