import type { Language } from './words/words.ts';

/** What every page needs: the frame around it. Templates get finished values and decide nothing. */
export interface Frame {
  readonly lang: Language;
  readonly dir: 'rtl' | 'ltr';
  readonly title: string;
  /** Version of the program: part of the assets' addresses, so that an upgrade is never served from a cache. */
  readonly version: string;
}

/** An error page: unknown token, wrong method, storage failure. */
export interface MessagePage extends Frame {
  readonly heading: string;
  readonly text: string;
  /** A tester's page has a way to the others; a customer's has none to ours. */
  readonly isTesters: boolean;
  /** For customers: a tester's page takes the language of the dashboard. */
  readonly otherLanguage: { readonly lang: Language; readonly href: string } | undefined;
}

/** Asks for the token of a sandbox that others can reach. */
export interface SignInPage extends Frame {
  /** The one that was typed is not it. */
  readonly isWrong: boolean;
  readonly otherLanguage: { readonly lang: Language; readonly href: string };
}
