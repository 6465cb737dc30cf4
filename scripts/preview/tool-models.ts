import type { FormErrors } from '../../src/pages/checkout/payment-form.ts';
import type { TestCard } from '../../src/pages/checkout/tool-dock.ts';
import type { Preview, TesterTools, ToolDock } from '../../src/pages/checkout/tool-models.ts';
import { render } from '../../src/pages/render.ts';
import { type Words, words } from '../../src/pages/words/words.ts';
import type { Language } from '../../src/protocol/vocabulary.ts';

/** The tester tools with a preview of a forged callback. */
export function toolDock(
  lang: Language,
  state: string,
  errors: FormErrors,
  testCards: readonly TestCard[],
): ToolDock {
  const model = { lang, tools: tools(words[lang], state), errors, code: undefined, testCards };
  return {
    panel: render('parts/tool-panel', model),
    inboxHref: '/_sandbox/inbox',
    dashboardHref: '/_sandbox/',
  };
}

function tools(t: Words, state: string): TesterTools {
  const { genuine, ...forgeries } = t.tamperings;
  return {
    isOpen: false,
    isAdvanced: state === 'wrong',
    presets: Object.entries(t.presets).map(([value, label], index) => ({
      value,
      label,
      chosen: index === 0 && state !== 'wrong',
      sets: 'order=together&delay=&copies=&hold=&tamper=',
    })),
    orders: choices(t.orders),
    reasons: choices(t.reasons),
    delay: { typed: state === 'wrong' ? '5 s' : '', otherwise: '0s' },
    copies: { typed: '', otherwise: '1' },
    holds: choices({ '': t.holds.send, '1': t.holds.hold }),
    tamperings: choices({ '': genuine, ...forgeries }),
    outcomes: choices(t.preview.outcomes),
    preview: state === 'wrong' ? undefined : preview(t),
  };
}

const signedString =
  'gateway=aggregator&approved=1&amount=149.50&invoice_no=INV-2026-000482&paymet_method=method_2&transaction_id=100482';
const body =
  '{"gateway":"aggregator","approved":"1","amount":"149.50","invoice_no":"INV-2026-000482","paymet_method":"method_2","transaction_id":"100482"}';

function preview({ preview: { times } }: Words): Preview {
  const hashed = 'F3A1'.repeat(16);
  return {
    callback: {
      when: times.after,
      after: `5 ${times.seconds}`,
      copies: 2,
      isForged: true,
      method: 'POST',
      url: 'http://localhost:3000/payments/callback?shop=tripoli',
      body,
      signedString,
      hashed,
    },
    return: {
      when: times.byButton,
      after: undefined,
      url: `http://localhost:3000/return?approved=1&invoice_no=INV-2026-000482&hashed=${hashed}`,
      signed: { signedString: 'approved=1&invoice_no=INV-2026-000482', hashed },
    },
    returnComesFirst: false,
  };
}

function choices(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label], index) => ({ value, label, chosen: index === 0 }));
}
