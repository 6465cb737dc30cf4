import type { Language } from '../protocol/vocabulary.ts';

/** The frame of every page. Templates get final values and contain no logic. */
export interface Frame {
  readonly lang: Language;
  readonly dir: 'rtl' | 'ltr';
  readonly title: string;
  /** The program's version, part of asset URLs so that an upgrade is never served from a cache. */
  readonly version: string;
}

/** An error page: unknown token, wrong method, storage failure. */
export interface MessagePage extends Frame {
  readonly heading: string;
  readonly text: string;
  /** A tester's page links to the other pages. A customer's page does not. */
  readonly isTesters: boolean;
  /** Only for customers: testers have the dashboard's language. */
  readonly otherLanguage: { readonly lang: Language; readonly href: string } | undefined;
}

/** Asks for the token of a sandbox that other machines can reach. */
export interface SignInPage extends Frame {
  /**
   * The address of the page with a form that was sent without the token, such as one that was open while the
   * sandbox restarted. The browser shows the form's.
   */
  readonly answersAddress: string | undefined;
  /** The submitted token is wrong. */
  readonly isWrong: boolean;
  readonly otherLanguage: { readonly lang: Language; readonly href: string };
  /** The page that was asked for. */
  readonly path: string;
  /** Its query, which the form sends along. */
  readonly asked: readonly (readonly [name: string, value: string])[];
}
