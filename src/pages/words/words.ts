import { arabic } from './words-ar.ts';
import { english } from './words-en.ts';

export type Language = 'ar' | 'en';

/** All texts of the hosted pages and the dashboard, in one language. */
export type Words = typeof english;

export const words: Readonly<Record<Language, Words>> = { ar: arabic, en: english };
