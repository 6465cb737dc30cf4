import { arabic } from './words-ar.ts';
import { english } from './words-en.ts';

export type Language = 'ar' | 'en';

/** Every word that a customer reads. The tester's own pages are in English and carry their words themselves. */
export type Words = typeof english;

export const words: Readonly<Record<Language, Words>> = { ar: arabic, en: english };
