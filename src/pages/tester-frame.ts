import { isoTime } from '../protocol/time.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { frame } from './pages.ts';
import type { Reader } from './reader.ts';
import type { Banner, TesterFrame } from './tester-models.ts';

/** The frame of the tester's pages, with a banner for every state that changes how the sandbox answers. */
export function testerFrame(
  runtime: Runtime,
  reader: Reader,
  section: TesterFrame['section'],
  title: string,
): TesterFrame {
  const { lang, address } = reader;
  return {
    ...frame(lang, pageTitle(title)),
    section,
    baseUrl: runtime.addresses.publicUrl,
    otherLanguage: { lang: lang === 'ar' ? 'en' : 'ar', to: address },
    now: isoTime(runtime.clock.now()),
    banners: bannersOf(runtime, reader),
  };
}

export function pageTitle(title: string): string {
  return `${title} · gateway-sandbox`;
}

function bannersOf(runtime: Runtime, { t }: Reader): Banner[] {
  const { banners } = t.dashboard.frame;
  return [
    ...storageBanners(runtime, banners),
    ...settingsBanners(runtime, banners),
    ...clockBanners(runtime, banners),
    ...faultBanners(runtime, banners),
  ];
}

type BannerWords = Reader['t']['dashboard']['frame']['banners'];

function storageBanners({ store }: Runtime, words: BannerWords): Banner[] {
  const { failure } = store.health;
  if (failure === undefined) return [];
  return [{ text: words.storage(failure), href: '/_sandbox/', way: words.checkAgain }];
}

function settingsBanners({ settings }: Runtime, words: BannerWords): Banner[] {
  const { maintenance_mode: isInMaintenance, strict } = settings.current;
  const all: Banner[] = [];
  if (isInMaintenance)
    all.push({
      text: words.maintenance,
      href: '/_sandbox/settings#maintenance_mode',
      way: words.turnOff,
    });
  if (strict) all.push({ text: words.strict, href: '/_sandbox/settings#strict', way: words.turnOff });
  return all;
}

function clockBanners({ clock }: Runtime, words: BannerWords): Banner[] {
  const reads = isoTime(clock.now());
  const link = { href: '/_sandbox/clock', way: words.changeClock };
  if (clock.frozen) return [{ text: words.frozen(reads), ...link }];
  const isMoved = Math.abs(clock.state.offsetMs) >= 1000;
  return isMoved ? [{ text: words.moved(reads), ...link }] : [];
}

function faultBanners({ store }: Runtime, words: BannerWords): Banner[] {
  const armed = store.faults.armed().length;
  if (armed === 0) return [];
  return [{ text: words.faults(armed), href: '/_sandbox/faults', way: words.seeFaults }];
}
