import type { Context, Hono } from 'hono';
import { invalid } from '../../control-api/control-error.ts';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import type { ReadField } from '../../http/read-form.ts';
import { settingNamed } from '../../settings/settings.ts';
import { page } from '../pages.ts';
import { type Reader, readerOf } from '../reader.ts';
import { settingWords } from '../words/settings/setting-words.ts';
import { type AnswerOf, act, type BodyOf, freshForm, type RefusedForm } from './actions.ts';
import type { CompatibilityPage } from './compatibility-models.ts';
import { doneWords, toolFrame } from './tool-frame.ts';

const path = '/_sandbox/compatibility';

type Verdict = AnswerOf<'checkClient'>;

/** The findings of `doctor --client`, live, with a button for each setting. */
export function compatibilityPages(app: Hono<AppEnv>, parts: AppParts): void {
  const show = async (c: Context<AppEnv>, form: RefusedForm = freshForm) => {
    const { liveCheck } = await import('../../compatibility/live-check.ts');
    const told = { form, done: c.req.query('done'), wasTried: false };
    const reader = readerOf(c);
    const { verdict, againMs } = await liveCheck(parts, reader.account);
    const model = { ...pageModel(parts, reader, verdict, told), againMs };
    return page(c, form.refusal === '' ? 200 : 422, 'dashboard/compatibility', model);
  };
  app.get(path, (c) => show(c));
  app.post(path, (c: Context<AppEnv>) =>
    act(c, parts, {
      operation: 'checkClient',
      ask: () => ({ body: { ask_app: true, account: readerOf(c).account || undefined } }),
      next: (verdict) => {
        const told = { form: freshForm, done: undefined, wasTried: true };
        return page(c, 200, 'dashboard/compatibility', pageModel(parts, readerOf(c), verdict, told));
      },
      again: (form) => show(c, form),
    }),
  );
  app.post(`${path}/apply`, (c: Context<AppEnv>) =>
    act(c, parts, {
      operation: 'changeSettings',
      ask: (read) => ({ body: patchIn(read) }),
      next: () => `${path}?done=applied`,
      again: (form) => show(c, form),
    }),
  );
}

function patchIn(read: ReadField): BodyOf<'changeSettings'> {
  try {
    return JSON.parse(read('settings'));
  } catch {
    throw invalid('settings', 'is not JSON');
  }
}

interface Told {
  readonly form: RefusedForm;
  readonly done: string | undefined;
  /** Whether the app received test callbacks. */
  readonly wasTried: boolean;
}

function pageModel(
  { runtime }: AppParts,
  reader: Reader,
  verdict: Verdict,
  { form, done: doneName, wasTried }: Told,
): CompatibilityPage {
  const { requests, callbacks, failures, proposals, questions, config, sent_to_app: sent } = verdict;
  const words = reader.t.dashboard.compatibility;
  const unsolved = failures.filter(({ needs }) => needs.length === 0);
  const isOpen = !wasTried && unsolved.some(({ callback }) => callback !== null);
  return {
    ...toolFrame(runtime, reader, 'compatibility', form, doneWords({ applied: words.applied }, doneName)),
    summary: summaryOf(words, verdict, isOpen),
    isOpen,
    // After a try, the page must not reload itself and lose the app's answers.
    isLive: !wasTried,
    againMs: undefined,
    isEmpty: requests === 0 && failures.length === 0,
    proposals: proposals.map(({ setting, evidence, why, config: { settings } }) => ({
      setting,
      evidence,
      why: whyIn(reader, setting, why),
      patch: settings && JSON.stringify(settings),
    })),
    unsolved: unsolved.map(({ what, count, reason, request, callback }) => ({
      what,
      count,
      reason,
      href: request === null ? `/_sandbox/callbacks/${callback}` : `/_sandbox/requests/${request}`,
    })),
    questions,
    notCounted: verdict.not_counted.map(({ why, request, ...refused }) => ({
      ...refused,
      why: words.whyNotCounted[why],
      href: `/_sandbox/requests/${request}`,
    })),
    config: Object.keys(config).length === 0 ? undefined : JSON.stringify(config, null, 2),
    hasCallbacks: callbacks > 0,
    sent,
  };
}

function summaryOf(
  words: Reader['t']['dashboard']['compatibility'],
  { requests, callbacks, failures, proposals }: Verdict,
  isOpen: boolean,
): string {
  const seen = words.seen(words.requests(requests), words.callbacks(callbacks));
  if (failures.length === 0) return words.nothingFails(seen);
  if (proposals.length > 0) return words.fixed(seen);
  return isOpen ? words.failsSomewhere(seen) : words.unfixable(seen);
}

/** A setting's reason in the reader's language. For names, the reason of the check. */
function whyIn({ lang }: Reader, name: string, why: string): string {
  const setting = settingNamed(name);
  return setting ? settingWords(lang, { name, ...setting }).reason : why;
}
