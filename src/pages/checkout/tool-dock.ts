import { usualOrder } from '../../flows/delivery.ts';
import type { Session } from '../../flows/session.ts';
import { type CardOutcome, grouped } from '../../gateways/test-cards.ts';
import type { ReadField } from '../../http/read-form.ts';
import type { Language } from '../../protocol/vocabulary.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { render } from '../render.ts';
import { type Words, words } from '../words/words.ts';
import { keptFields } from './choices.ts';
import type { CodeStep } from './page-models.ts';
import type { FormErrors } from './payment-form.ts';
import type { TesterTools, ToolDock } from './tool-models.ts';
import { testerTools } from './tools.ts';

/** What the view `parts/tool-panel` shows. */
interface ToolPanel {
  readonly lang: Language;
  readonly tools: TesterTools;
  readonly errors: FormErrors;
  readonly code: CodeStep | undefined;
  readonly testCards: readonly TestCard[];
}

export interface TestCard {
  /** Grouped by four digits, as on a card. */
  readonly number: string;
  /** What a payment with this card leads to, for tests that automate the page. */
  readonly outcome: CardOutcome;
  readonly label: string;
}

/** What the tools show besides the session: what the tester has typed, and the code that was sent. */
interface Shown {
  readonly chosen: ReadField;
  readonly errors: FormErrors;
  readonly code: CodeStep | undefined;
}

/** The tester tools. They are most of a checkout page, and usually the same for every payment. */
export function toolDock(runtime: Runtime, session: Session, lang: Language, shown: Shown): ToolDock {
  const { id, mobileNumber } = session.transaction;
  return {
    panel: panelOf(runtime, session, lang, shown),
    inboxHref: mobileNumber === null ? '/_sandbox/inbox' : `/_sandbox/inbox/${mobileNumber}`,
    dashboardHref: `/_sandbox/transactions/${id}`,
  };
}

/** The HTML of the tester tools, by everything that they show. */
const kept = new Map<string, string>();
const mostKept = 100;

function panelOf(runtime: Runtime, session: Session, lang: Language, shown: Shown): string {
  const key = keyOf(runtime, session, lang, shown);
  const known = key === undefined ? undefined : kept.get(key);
  if (known !== undefined) return known;
  const panel = render('parts/tool-panel', panelModel(runtime, session, lang, shown));
  // The choices can be any text, so the number of keys has no limit.
  if (kept.size >= mostKept) kept.clear();
  if (key !== undefined) kept.set(key, panel);
  return panel;
}

/** Undefined for tester tools that show something of this payment: an error, its code, or a preview. */
function keyOf(
  { settings }: Runtime,
  session: Session,
  lang: Language,
  { chosen, errors, code }: Shown,
): string | undefined {
  if (code || chosen('preview') !== '' || Object.keys(errors).length > 0) return undefined;
  const { delay, copies, hold, mode } = settings.current.callback;
  const usual = usualOrder({ settings }, session.transaction.invoiceNo);
  const key = JSON.stringify([
    lang,
    session.gateway.token,
    takesCard(session),
    usual,
    delay,
    copies,
    hold,
    mode,
    ...keptFields.map(chosen),
  ]);
  return key.length > longestKey ? undefined : key;
}

/** Longer keys contain texts that our pages do not send. */
const longestKey = 500;

function panelModel(
  runtime: Runtime,
  session: Session,
  lang: Language,
  { chosen, errors, code }: Shown,
): ToolPanel {
  const texts = words[lang];
  const tools = testerTools(runtime, session, texts, chosen);
  return { lang, tools, errors, code, testCards: takesCard(session) ? cardsOf(session, texts) : [] };
}

function takesCard({ checkout: { step }, gateway }: Session): boolean {
  return step === 'card' || (step === null && gateway.page !== 'methods');
}

const cardLabels: Readonly<Record<CardOutcome, keyof Words['cards']>> = {
  approve: 'approve',
  decline: 'decline',
  insufficient_funds: 'insufficient',
  expired_card: 'expired',
  challenge: 'challenge',
  fail_once: 'failsOnce',
};

function cardsOf({ gateway }: Session, texts: Words): TestCard[] {
  return gateway.testCards.map(({ number, outcome }) => ({
    number: grouped(number),
    outcome,
    label: texts.cards[cardLabels[outcome]],
  }));
}
