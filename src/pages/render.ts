import { Eta } from 'eta';
import { viewsDir } from '../host/paths.ts';
import type { Language } from '../protocol/vocabulary.ts';
import { compiledViews } from './compiled-views.ts';
import { drawnIcon, iconDrawings, iconOf } from './icons.ts';
import { modulesOf } from './modules.ts';
import type { Frame } from './page-models.ts';
import { joinedOutput } from './template-plugin.ts';
import { verdictIcons } from './verdict-icons.ts';
import { words } from './words/words.ts';

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
  | 'parts/phone'
  | 'parts/payments'
  | 'parts/calls'
  | 'parts/standing'
  | 'parts/tool-panel';

/**
 * Renders a view to HTML. The template gets the model as `it`, the texts in the model's language as `it.t`,
 * the path of this version's assets as `it.assets`, the other language's name as `it.languageName` (HTML),
 * `modulesOf` (`modules.ts`), functions for icons (`icons.ts`), `verdictIcons`, and `it.imported`: whether the page shows an imported payment, without
 * frame, forms and links out of it.
 *
 * @throws EtaError if the template is missing or broken, or uses a member that the model lacks.
 */
export function render<Model extends Partial<Frame> & object>(view: ViewName, model: Model): string {
  const { lang = 'en', version = '' } = model;
  return eta.render(view, {
    imported: false,
    ...model,
    t: words[lang],
    assets: `/assets/${encodeURIComponent(version)}`,
    languageName: languageNames[lang],
    modulesOf,
    icon: iconOf,
    drawnIcon,
    iconDrawings,
    verdictIcons,
  });
}

/**
 * HTML with character references for letters beyond Latin-1. A single such letter makes V8 store the whole
 * page with two bytes per letter, which Node takes five times as long to encode. English pages contain no
 * others.
 */
const languageNames: Readonly<Record<Language, string>> = {
  ar: referenced(words.ar.otherLanguage),
  en: referenced(words.en.otherLanguage),
};

/**
 * Joins single letters, because `replace` would return a string that is still stored with two bytes per
 * letter.
 */
function referenced(text: string): string {
  return Array.from(text, (letter) => (letter > '\xff' ? `&#${letter.codePointAt(0)};` : letter)).join('');
}

const eta = new Eta({ views: viewsDir, autoEscape: true, cache: true, plugins: [joinedOutput] });
// Every name is a path under `views/`. Eta's own lookup takes longer than some templates.
eta.resolvePath = pathOf;
for (const [name, template] of Object.entries(compiledViews)) eta.loadTemplate(pathOf(name), template);

function pathOf(name: string): string {
  return `${viewsDir}${name.replace(/^\//, '')}.eta`;
}
