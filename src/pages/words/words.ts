import type { Language } from '../../protocol/vocabulary.ts';
import { arabic } from './words-ar.ts';
import { english } from './words-en.ts';

/** All texts of the hosted pages and the dashboard, in one language. */
export type Words = typeof english;

export const words: Readonly<Record<Language, Words>> = { ar: arabic, en: english };
