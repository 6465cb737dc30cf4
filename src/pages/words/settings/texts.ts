import type { settingTitlesEnglish } from './titles-en.ts';

/** A setting's texts. */
export interface SettingWords {
  readonly title: string;
  readonly reason: string;
  readonly clients?: string | undefined;
}

export type SettingName = keyof typeof settingTitlesEnglish;
export type SettingsInArabic = Readonly<Record<SettingName, SettingWords>>;
export type AssumptionsInArabic = Readonly<
  Record<string, { readonly question: string; readonly reason: string }>
>;
