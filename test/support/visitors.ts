import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest';
import { launchBrowser } from './browser.ts';

export interface VisitOptions extends BrowserContextOptions {
  /** The test makes the browser refuse something, which the browser logs to its console. */
  readonly refusalsExpected?: boolean;
}

export interface Visitors {
  /** A new browser profile with an empty page. */
  readonly visitor: (options?: VisitOptions) => Promise<Page>;
}

let connected: Promise<Browser> | undefined;

/**
 * A new profile for each visitor, in the run's shared browser or, with `args`, in a browser for this file. A
 * test fails if one of its pages wrote to the console (a script error, a Content-Security-Policy violation)
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
      const context = await browser.newContext(options);
      // The maximum time of a test: a busy machine is slow, and whatever never comes ends the test.
      context.setDefaultTimeout(50_000);
      const complaints = refusalsExpected ? [] : complaintsOf(context);
      onTestFinished(async () => {
        await context.close();
        expect(complaints).toEqual([]);
      });
      return context.newPage();
    },
  };
}

/** Console messages of a context's pages, and their requests to other hosts. */
function complaintsOf(context: BrowserContext): string[] {
  const complaints: string[] = [];
  const visited = new Set<string>();
  context.on('request', (request) => {
    const url = request.url();
    if (request.isNavigationRequest()) visited.add(url);
    if (!/^(http:\/\/(127\.0\.0\.1|localhost)[:/]|data:|blob:)/.test(url)) complaints.push(`request: ${url}`);
  });
  context.on('console', (message) => {
    // A page with an error status (a refused form, an unknown token) is not a fault.
    if (message.text().startsWith('Failed to load resource') && visited.has(message.location().url)) return;
    complaints.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(`error: ${error.error().message}`));
  return complaints;
}
