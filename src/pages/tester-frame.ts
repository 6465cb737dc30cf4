import { isoTime } from '../protocol/time.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { frame } from './pages.ts';
import type { Banner, TesterFrame } from './tester-models.ts';

/** The frame of the tester's pages, with a banner for every state that changes how the sandbox answers. */
export function testerFrame(runtime: Runtime, section: TesterFrame['section'], title: string): TesterFrame {
  return {
    ...frame('en', `${title} · gateway-sandbox`),
    section,
    baseUrl: runtime.addresses.publicUrl,
    banners: [
      ...storageBanners(runtime),
      ...settingsBanners(runtime),
      ...clockBanners(runtime),
      ...faultBanners(runtime),
    ],
  };
}

function storageBanners({ store }: Runtime): Banner[] {
  const { failure } = store.health;
  if (failure === undefined) return [];
  const text = `Nothing can be stored: every call returns BACKEND_ERROR. ${failure}`;
  return [{ text, href: '/_sandbox/', way: 'Check again' }];
}

function settingsBanners({ settings }: Runtime): Banner[] {
  const { maintenance_mode: isInMaintenance, strict } = settings.current;
  const all: Banner[] = [];
  if (isInMaintenance) {
    const text = 'Maintenance mode is on: every request returns MAINTENANCE_MODE.';
    all.push({ text, href: '/_sandbox/settings#maintenance_mode', way: 'Turn it off' });
  }
  if (strict) {
    const text = 'Strict mode is on: the sandbox rejects what the live service would reject.';
    all.push({ text, href: '/_sandbox/settings#strict', way: 'Turn it off' });
  }
  return all;
}

function clockBanners({ clock }: Runtime): Banner[] {
  const reads = isoTime(clock.now());
  const link = { href: '/_sandbox/clock', way: 'Change the clock' };
  if (clock.frozen) return [{ text: `The clock is frozen at ${reads}.`, ...link }];
  const isMoved = Math.abs(clock.state.offsetMs) >= 1000;
  return isMoved ? [{ text: `The clock was changed: it shows ${reads}.`, ...link }] : [];
}

function faultBanners({ store }: Runtime): Banner[] {
  const armed = store.faults.armed().length;
  if (armed === 0) return [];
  const text = armed === 1 ? '1 fault is active.' : `${armed} faults are active.`;
  return [{ text: `${text} Matching calls will fail.`, href: '/_sandbox/faults', way: 'See and remove' }];
}
