import type { Context, Hono } from 'hono';
import { invalid } from '../../control-api/control-error.ts';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import type { ReadField } from '../../http/read-form.ts';
import { firstDifference } from '../../protocol/first-difference.ts';
import { pastedAs } from '../../protocol/pasted.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { page } from '../pages.ts';
import { type Reader, readerOf } from '../reader.ts';
import { mistakeWords } from '../words/mistake-words.ts';
import { type AnswerOf, act, type BodyOf, freshForm, type RefusedForm } from './actions.ts';
import { areaField, selectField, textField } from './form-fields.ts';
import { toolFrame } from './tool-frame.ts';
import type { DiagnosisView, FormField, SignaturePage } from './tool-models.ts';

const path = '/_sandbox/signature';

type Verdict = AnswerOf<'checkSignature'>;

/** The signature doctor: paste what arrived or what your code built, and see what is wrong. */
export function signaturePages(app: Hono<AppEnv>, parts: AppParts): void {
  const { runtime } = parts;
  app.get(path, (c) => {
    const opened = ofCallback(runtime, c.req.query('callback') ?? '');
    return page(c, 200, 'dashboard/signature', signatureModel(runtime, readerOf(c), opened ?? freshForm));
  });
  app.post(path, (c: Context<AppEnv>) =>
    act(c, parts, {
      operation: 'checkSignature',
      ask: (read) => {
        if (isEmpty(read)) throw invalid('pasted', readerOf(c).t.dashboard.signature.nothing);
        return { body: asked(read) };
      },
      next: (answer, read) => {
        const diagnosis = diagnosisView(readerOf(c), answer, read);
        return page(
          c,
          200,
          'dashboard/signature',
          signatureModel(runtime, readerOf(c), filled(read), diagnosis),
        );
      },
      again: (form) =>
        page(c, 422, 'dashboard/signature', signatureModel(runtime, readerOf(c), besidePasted(form))),
    }),
  );
}

/** The form filled in with what was last sent of a callback. Undefined if there is no such callback. */
function ofCallback({ store }: Runtime, id: string): RefusedForm | undefined {
  const callback = /^\d{1,15}$/.test(id) ? store.callbacks.get(Number(id)) : undefined;
  if (!callback) return undefined;
  const [last] = store.callbacks.attempts(callback.id, { before: Number.MAX_SAFE_INTEGER, limit: 1 });
  const pasted = last?.request ?? callback.body ?? callback.url;
  const values = new Map([
    ['pasted', pasted],
    ['account', callback.accountId],
  ]);
  return filled((name) => values.get(name) ?? '');
}

/** A secret key or a hash alone cannot be checked. */
function isEmpty(read: ReadField): boolean {
  return read('pasted').trim() === '' && read('built').trim() === '';
}

const filledIn = 'filled in';

/** Shows these values in the form, without a refusal. */
function filled(read: ReadField): RefusedForm {
  return { read, errors: {}, refusal: filledIn };
}

/** Shows the error next to the one input field, however the input was parsed. */
function besidePasted(form: RefusedForm): RefusedForm {
  const { body, query, request, pasted: nothing, ...others } = form.errors;
  const pasted = nothing ?? body ?? query ?? request;
  return {
    ...form,
    refusal: nothing ?? form.refusal,
    errors: { ...others, ...(pasted !== undefined && { pasted }) },
  };
}

function asked(read: ReadField): BodyOf<'checkSignature'> {
  const filled = ['hashed', 'account', 'secret_key']
    .map((name) => [name, read(name).trim()] as const)
    .filter(([, value]) => value !== '');
  const built = textOf(read, 'built');
  return {
    ...pastedAs(textOf(read, 'pasted')),
    ...Object.fromEntries(filled),
    ...(built !== '' && { built }),
  };
}

/** Browsers submit line breaks of a text area as CRLF. */
function textOf(read: ReadField, name: string): string {
  return read(name).replaceAll('\r\n', '\n');
}

function signatureModel(
  runtime: Runtime,
  reader: Reader,
  form: RefusedForm,
  diagnosis?: DiagnosisView,
): SignaturePage {
  return {
    ...toolFrame(runtime, reader, 'signature', form.refusal === filledIn ? freshForm : form),
    fields: signatureFields(runtime, reader, form),
    diagnosis,
  };
}

function signatureFields({ store }: Runtime, { t, account }: Reader, form: RefusedForm): FormField[] {
  const words = t.dashboard.signature;
  const accounts = store.accounts.all().map(({ id, name }) => ({ value: id, label: `${name} (${id})` }));
  return [
    areaField(form, 'pasted', words.pasted, {
      rows: 6,
      placeholder: 'https://shop.example/return?gateway=…&approved=1&…&hashed=…',
      hint: words.pastedHint,
    }),
    textField(form, 'hashed', words.hashed, { hint: words.hashedHint }),
    areaField(form, 'built', words.built, {
      rows: 3,
      hint: words.builtHint,
    }),
    selectField(form, 'account', words.account, accounts, { value: account }),
    textField(form, 'secret_key', words.secret, { hint: words.secretHint }),
  ];
}

function diagnosisView({ lang, t }: Reader, verdict: Verdict, read: ReadField): DiagnosisView {
  const built = textOf(read, 'built');
  const parted = verdict.difference && firstDifference(verdict.signed_string, built);
  return {
    ...headingOf(t.dashboard.signature, verdict, read),
    mistakes: verdict.mistakes.map((each) => mistakeWords(lang, each)),
    signedString: verdict.signed_string,
    hashed: verdict.hashed,
    given: read('hashed').trim() || undefined,
    difference: parted && {
      words: t.dashboard.signature.difference(parted.position, parted.field),
      same: parted.same,
      right: markedFirst(parted.right),
      built: markedFirst(parted.other),
    },
  };
}

function headingOf(
  words: Reader['t']['dashboard']['signature'],
  { signed_string: signedString, given, matches, mistakes, difference }: Verdict,
  read: ReadField,
): Pick<DiagnosisView, 'verdict' | 'heading'> {
  if (signedString === '') return { verdict: 'differs', heading: words.nothingSigned };
  if (matches && !difference) return { verdict: 'matches', heading: words.right };
  if (matches) return { verdict: 'differs', heading: words.stringWrong };
  const has = (...names: string[]) => mistakes.some(({ name }) => names.includes(name));
  if (has('sorted-text', 'escaped-text')) return { verdict: 'differs', heading: words.textSorted };
  if (has('unclear-text')) return { verdict: 'differs', heading: words.textUnclear };
  if (given !== null && mistakes.length === 0) return { verdict: 'differs', heading: words.unexplained };
  if (given !== null) return { verdict: 'differs', heading: words.wrong };
  if (difference) return { verdict: 'differs', heading: words.yourStringWrong };
  return read('built') === ''
    ? { verdict: 'computed', heading: words.computed }
    : { verdict: 'matches', heading: words.yourStringRight };
}

function markedFirst(text: string) {
  const [mark = '', ...rest] = [...text];
  return { mark, rest: rest.join('') };
}
