/** What `payOn` needs of Playwright's `Page`; any version's fits. */
export interface CheckoutPage {
  url(): string;
  locator(selector: string): PageElement;
  waitForURL(url: (url: URL) => boolean, options: { waitUntil: 'commit' }): Promise<void>;
  waitForEvent(event: 'domcontentloaded'): Promise<unknown>;
  waitForLoadState(state: 'domcontentloaded'): Promise<void>;
  readonly request: { get(url: string): Promise<{ json(): Promise<unknown> }> };
}

/** What it needs of a `Locator`. */
export interface PageElement {
  check(): Promise<void>;
  click(): Promise<void>;
  count(): Promise<number>;
  fill(value: string): Promise<void>;
  first(): PageElement;
  getAttribute(name: string): Promise<string | null>;
  selectOption(value: string): Promise<unknown>;
  textContent(): Promise<string | null>;
  waitFor(): Promise<void>;
}
