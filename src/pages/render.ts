import { Eta } from 'eta';
import { viewsDir } from '../host/paths.ts';
import { compiledViews } from './compiled-views.ts';
import { drawnIcon, iconDrawings, iconOf } from './icons.ts';
import type { Frame } from './page-models.ts';
import { joinedOutput } from './template-plugin.ts';
import { type Language, words } from './words/words.ts';

export type ViewName =
  | 'checkout/local-card'
  | 'checkout/card'
  | 'checkout/methods'
  | 'checkout/method-card'
  | 'checkout/code'
  | 'checkout/challenge'
  | 'checkout/result'
  | 'message'
  | 'sign-in'
  | 'inbox'
  | 'dashboard/help'
  | 'dashboard/help-article'
  | 'dashboard/overview'
  | 'dashboard/transactions'
  | 'dashboard/requests'
  | 'dashboard/callbacks'
  | 'dashboard/account'
  | 'dashboard/signature'
  | 'dashboard/faults'
  | 'dashboard/clock'
  | 'dashboard/settings'
  | 'dashboard/compatibility'
  | 'dashboard/snapshots'
  | 'dashboard/transaction'
  | 'dashboard/story'
  | 'dashboard/request'
  | 'dashboard/callback'
  | 'dashboard/send'
  | 'dashboard/not-found'
  | 'dashboard/search'
  | 'dashboard/to-shop'
  | 'parts/chips';

/**
 * HTML of one view. The template sees the model as `it`, the words of the model's language as `it.t`, the folder of the running
 * version's assets as `it.assets`, the other language's name as HTML as `it.languageName`, and the icons as functions (`icons.ts`).
 *
 * @throws EtaError if the template is missing or broken, or uses a member that the model lacks.
 */
export function render<Model extends Partial<Frame> & object>(view: ViewName, model: Model): string {
  const { lang = 'en', version = '' } = model;
  return eta.render(view, {
    ...model,
    t: words[lang],
    assets: `/assets/${encodeURIComponent(version)}`,
    languageName: languageNames[lang],
    icon: iconOf,
    drawnIcon,
    iconDrawings,
  });
}

/**
 * As HTML, with a reference for each letter beyond Latin-1. V8 keeps a string with one such letter in twice the memory, and Node takes
 * five times as long to make bytes of it: an English page has none but these.
 */
const languageNames: Readonly<Record<Language, string>> = {
  ar: referenced(words.ar.otherLanguage),
  en: referenced(words.en.otherLanguage),
};

/** Put together letter by letter: what `replace` makes of such a text stays in the larger memory. */
function referenced(text: string): string {
  return Array.from(text, (letter) => (letter > '\xff' ? `&#${letter.codePointAt(0)};` : letter)).join('');
}

const eta = new Eta({ views: viewsDir, autoEscape: true, cache: true, plugins: [joinedOutput] });
// Every name is a path under `views/`: what Eta does to find it costs more than some templates.
eta.resolvePath = pathOf;
for (const [name, template] of Object.entries(compiledViews)) eta.loadTemplate(pathOf(name), template);

function pathOf(name: string): string {
  return `${viewsDir}${name.replace(/^\//, '')}.eta`;
}
