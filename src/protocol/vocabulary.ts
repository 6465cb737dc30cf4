/** Choices that the API document fixes, each listed once. */

/** The access token decides which one a call is made in. */
export const modes = ['test', 'live'] as const;
export type Mode = (typeof modes)[number];

/** Of the hosted pages. */
export const languages = ['ar', 'en'] as const;
export type Language = (typeof languages)[number];

export const currencies = ['LYD', 'USD'] as const;
export type Currency = (typeof currencies)[number];

export const actions = ['verify', 'confirm'] as const;
export type Action = (typeof actions)[number];

/** Of an account: its access token for each mode, and its keys. */
export const credentialNames = [...modes, 'api_key', 'secret_key'] as const;
export type CredentialName = (typeof credentialNames)[number];
