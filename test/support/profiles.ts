import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

/** A browser profile with one page. */
export interface Profile {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly options: BrowserContextOptions;
  /** For what Playwright cannot clear. */
  readonly devtools: CDPSession;
  /** The origins of all requests. */
  readonly origins: Set<string>;
  /** The test changed more than can be undone, such as scripts that run before each page's own. */
  isSpoiled: boolean;
}

/** More than any test opens at once. The least recently used are closed. */
const mostKept = 3;
const ofBrowser = new WeakMap<Browser, Profile[]>();

const spoilers = {
  page: ['addInitScript', 'exposeBinding', 'exposeFunction', 'on', 'once', 'route'],
  context: ['addCookies', 'addInitScript', 'exposeBinding', 'grantPermissions', 'newCDPSession'],
  ofBoth: ['exposeFunction', 'on', 'once', 'route', 'setExtraHTTPHeaders', 'setGeolocation', 'setOffline'],
};

/** A profile that an earlier test left empty, or a new one, which takes the browser four times as long. */
export async function takeProfile(browser: Browser, options: BrowserContextOptions): Promise<Profile> {
  const kept = keptOf(browser);
  const index = kept.findIndex((each) => JSON.stringify(each.options) === JSON.stringify(options));
  const [found] = index === -1 ? [] : kept.splice(index, 1);
  return found ?? (await newProfile(browser, options));
}

/** Empties a profile and keeps it for the next test, or closes it if it cannot be made like a new one. */
export async function giveBack(browser: Browser, profile: Profile): Promise<void> {
  const kept = keptOf(browser);
  if (!profile.isSpoiled && (await isEmptied(profile))) kept.unshift(profile);
  else await profile.context.close();
  for (const { context } of kept.splice(mostKept)) await context.close();
}

function keptOf(browser: Browser): Profile[] {
  const kept = ofBrowser.get(browser) ?? [];
  ofBrowser.set(browser, kept);
  return kept;
}

async function newProfile(browser: Browser, options: BrowserContextOptions): Promise<Profile> {
  const context = await browser.newContext(options);
  // The maximum time of a test: a busy machine is slow, and whatever never comes ends the test.
  context.setDefaultTimeout(50_000);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const profile: Profile = { context, page, options, devtools, origins: new Set(), isSpoiled: false };
  context.on('request', (request) => profile.origins.add(new URL(request.url()).origin));
  const spoil = () => {
    profile.isSpoiled = true;
  };
  watch(page, [...spoilers.page, ...spoilers.ofBoth], spoil);
  watch(context, [...spoilers.context, ...spoilers.ofBoth], spoil);
  watch(context.clock, ['install', 'setFixedTime', 'setSystemTime'], spoil);
  return profile;
}

/** Calls `noticed` before each call of these methods. */
function watch(target: object, names: readonly string[], noticed: () => void): void {
  for (const name of names) {
    const method: unknown = Reflect.get(target, name);
    if (typeof method !== 'function') continue;
    Reflect.set(target, name, (...args: unknown[]) => {
      noticed();
      return Reflect.apply(method, target, args);
    });
  }
}

/** Pages, storage, cookies, cache, history and size as in a new profile. False if the page does not answer. */
async function isEmptied({ context, page, options, devtools, origins }: Profile): Promise<boolean> {
  try {
    for (const other of context.pages().filter((each) => each !== page)) await other.close();
    if (page.url().startsWith('http')) await page.evaluate('sessionStorage.clear()');
    await page.goto('about:blank');
    await page.emulateMedia({
      media: null,
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: options.reducedMotion ?? null,
      forcedColors: options.forcedColors ?? null,
      contrast: options.contrast ?? null,
    });
    await page.setViewportSize(options.viewport ?? { width: 1280, height: 720 });
    await context.clearCookies();
    for (const origin of origins) {
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    }
    origins.clear();
    await devtools.send('Network.clearBrowserCache');
    await devtools.send('Page.resetNavigationHistory');
    return context.pages().length === 1;
  } catch {
    return false;
  }
}
