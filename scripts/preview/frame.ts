import type { Frame } from '../../src/pages/page-models.ts';
import type { Language } from '../../src/protocol/vocabulary.ts';

export const version = 'preview';
export const at = '2026-03-14T09:26:53.589Z';

export function frame(lang: Language, title: string): Frame {
  return { lang, dir: lang === 'ar' ? 'rtl' : 'ltr', title, version };
}
