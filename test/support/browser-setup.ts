import type { TestProject } from 'vitest/node';
import { serveBrowser } from './browser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly browserEndpoint: string;
  }
}

/** One browser for all browser tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await serveBrowser();
  project.provide('browserEndpoint', browser.wsEndpoint());
  return () => browser.close();
}
