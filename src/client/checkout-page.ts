/** The part of Playwright's `Page` that `payOn` needs. Works with any Playwright version. */
export interface CheckoutPage {
  url(): string;
  title(): Promise<string>;
  locator(selector: string): PageElement;
  waitForURL(url: (url: URL) => boolean, options: { waitUntil: 'commit' }): Promise<void>;
  waitForEvent(event: 'domcontentloaded'): Promise<unknown>;
  waitForLoadState(state: 'domcontentloaded'): Promise<void>;
  readonly request: {
    get(url: string, options: { headers: Record<string, string> }): Promise<{ json(): Promise<unknown> }>;
  };
}

/** The part of Playwright's `Locator` that `payOn` needs. */
export interface PageElement {
  check(): Promise<void>;
  click(): Promise<void>;
  count(): Promise<number>;
  fill(value: string): Promise<void>;
  first(): PageElement;
  getAttribute(name: string): Promise<string | null>;
  selectOption(value: string): Promise<unknown>;
  textContent(): Promise<string | null>;
  waitFor(options: { timeout: number }): Promise<void>;
}
