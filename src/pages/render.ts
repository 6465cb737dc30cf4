import { Eta } from 'eta';
import { viewsDir } from '../host/paths.ts';
import { compiledViews } from './compiled-views.ts';
import type { Frame } from './page-models.ts';
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
  | 'parts/chips';

/**
 * HTML of one view. The template sees the model as `it`, the words of the model's language as `it.t`
 * and the folder of the running version's assets as `it.assets`.
 *
 * @throws EtaError when the template is missing or broken, or uses a member that the model lacks.
 */
export function render<Model extends Partial<Frame> & object>(view: ViewName, model: Model): string {
  const { lang = 'en', version = '' } = model;
  return eta.render(view, { ...model, t: words[lang], assets: `/assets/${encodeURIComponent(version)}` });
}

const eta = new Eta({ views: viewsDir, autoEscape: true, cache: true });
// Every name is a path under `views/`: what Eta does to find it costs more than some templates.
eta.resolvePath = pathOf;
for (const [name, template] of Object.entries(compiledViews)) eta.loadTemplate(pathOf(name), template);

function pathOf(name: string): string {
  return `${viewsDir}${name.replace(/^\//, '')}.eta`;
}
