import { extend } from '../../flows/checkout.ts';
import { settingMs } from '../../settings/settings.ts';
import { change, type Submit } from './submit.ts';
import { warnsAtMs } from './time-left.ts';

/** Extends a session that is about to expire. A second request, as from another tab, adds nothing. */
export function giveMoreTime(submit: Submit): Promise<Response> {
  const { runtime } = submit.parts;
  const { token } = submit.session.checkout;
  return change(submit, () => {
    const checkout = runtime.store.checkouts.get(token);
    const isAboutToEnd = checkout && checkout.expiresAt - runtime.clock.now() <= warnsAtMs(runtime);
    if (isAboutToEnd) extend(runtime, token, settingMs(runtime.settings.current.checkout.lifetime));
  });
}
