import type { Assumption } from '../../../gateways/definition.ts';
import type { Language } from '../../../protocol/vocabulary.ts';
import type { Setting } from '../../../settings/setting.ts';
import { assumptionsArabic } from './assumptions-ar.ts';
import { paymentArabic } from './payment-ar.ts';
import { serviceArabic } from './service-ar.ts';
import type { SettingName, SettingsInArabic, SettingWords } from './texts.ts';
import { settingTitlesEnglish } from './titles-en.ts';

const arabic: SettingsInArabic = { ...serviceArabic, ...paymentArabic };

type Named = Pick<Setting, 'reason' | 'clients'> & { readonly name: string };

/** A setting's texts. English reasons come from the table that the reference is generated from. */
export function settingWords(lang: Language, { name, reason, clients }: Named): SettingWords {
  if (!isKnown(name)) return { title: name, reason, clients };
  return lang === 'ar' ? arabic[name] : { title: settingTitlesEnglish[name], reason, clients };
}

/** The texts of an assumption that no setting changes. */
export function assumptionWords(
  lang: Language,
  { id, question, reason }: Pick<Assumption, 'id' | 'question' | 'reason'>,
) {
  return (lang === 'ar' ? assumptionsArabic[id] : undefined) ?? { question, reason };
}

function isKnown(name: string): name is SettingName {
  return Object.hasOwn(settingTitlesEnglish, name);
}
