import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Page,
  type Request,
  type WebError,
} from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest';
import { launchBrowser } from './browser.ts';
import { giveBack, takeProfile } from './profiles.ts';

export interface VisitOptions extends BrowserContextOptions {
  /** The test makes the browser refuse something, which the browser logs to its console. */
  readonly refusalsExpected?: boolean;
}

export interface Visitors {
  /** A browser profile with an empty page, which no other test uses at the same time. */
  readonly visitor: (options?: VisitOptions) => Promise<Page>;
}

let connected: Promise<Browser> | undefined;

/**
 * A profile for each visitor, in the run's shared browser or, with `args`, in a browser for this file. A test
 * fails if one of its pages wrote to the console (a script error, a Content-Security-Policy violation)
 * or requested anything outside this machine.
 */
export function useBrowser(args?: readonly string[]): Visitors {
  let browser: Browser | undefined;
  beforeAll(async () => {
    // Kept for the files that this thread runs next.
    connected ??= args ? undefined : chromium.connect(inject('browserEndpoint'));
    browser = args ? await launchBrowser(args) : await connected;
  });
  afterAll(() => (args ? browser?.close() : undefined));

  return {
    visitor: async ({ refusalsExpected = false, ...options } = {}) => {
      if (!browser) throw new Error('A visitor came before the browser.');
      const opened = browser;
      const profile = await takeProfile(opened, options);
      const { complaints, stopListening } = refusalsExpected ? noComplaints : complaintsOf(profile.context);
      onTestFinished(async () => {
        await giveBack(opened, profile);
        stopListening();
        expect(complaints).toEqual([]);
      });
      return profile.page;
    },
  };
}

interface Complaints {
  readonly complaints: readonly string[];
  readonly stopListening: () => void;
}

const noComplaints: Complaints = { complaints: [], stopListening: () => {} };

/** Console messages of a context's pages, and their requests to other hosts. */
function complaintsOf(context: BrowserContext): Complaints {
  const complaints: string[] = [];
  const visited = new Set<string>();
  const onRequest = (request: Request) => {
    const url = request.url();
    if (request.isNavigationRequest()) visited.add(url);
    if (!/^(http:\/\/(127\.0\.0\.1|localhost)[:/]|data:|blob:)/.test(url)) complaints.push(`request: ${url}`);
  };
  const onConsole = (message: ConsoleMessage) => {
    // A page with an error status (a refused form, an unknown token) is not a fault.
    if (message.text().startsWith('Failed to load resource') && visited.has(message.location().url)) return;
    complaints.push(`console: ${message.text()}`);
  };
  const onError = (error: WebError) => complaints.push(`error: ${error.error().message}`);
  context.addListener('request', onRequest);
  context.addListener('console', onConsole);
  context.addListener('weberror', onError);
  const stopListening = () => {
    context.removeListener('request', onRequest);
    context.removeListener('console', onConsole);
    context.removeListener('weberror', onError);
  };
  return { complaints, stopListening };
}
