import type { Context, Hono } from 'hono';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import type { ReadField } from '../../http/read-form.ts';
import { firstDifference } from '../../protocol/first-difference.ts';
import { pastedAs } from '../../protocol/pasted.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { page } from '../pages.ts';
import { type Reader, readerOf } from '../reader.ts';
import { type AnswerOf, act, type BodyOf, freshForm, type RefusedForm } from './actions.ts';
import { areaField, selectField, textField } from './form-fields.ts';
import { toolFrame } from './tool-frame.ts';
import type { DiagnosisView, FormField, SignaturePage } from './tool-models.ts';

const path = '/_sandbox/signature';

type Verdict = AnswerOf<'checkSignature'>;

/** The signature doctor: paste what came or what your code built, and see what is wrong with it. */
export function signaturePages(app: Hono<AppEnv>, parts: AppParts): void {
  const { runtime } = parts;
  app.get(path, (c) => page(c, 200, 'dashboard/signature', signatureModel(runtime, readerOf(c), freshForm)));
  app.post(path, (c: Context<AppEnv>) =>
    act(c, parts, {
      operation: 'checkSignature',
      ask: (read) => ({ body: asked(read) }),
      next: (answer, read) => {
        const diagnosis = diagnosisView(answer, read);
        return page(
          c,
          200,
          'dashboard/signature',
          signatureModel(runtime, readerOf(c), sent(read), diagnosis),
        );
      },
      again: (form) =>
        page(c, 422, 'dashboard/signature', signatureModel(runtime, readerOf(c), besidePasted(form))),
    }),
  );
}

/** The form as it was sent: what was pasted stays on the page. */
function sent(read: ReadField): RefusedForm {
  return { read, errors: {}, refusal: 'sent' };
}

/** However it was read, what is wrong with it stands beside the one field for it. */
function besidePasted(form: RefusedForm): RefusedForm {
  const { body, query, request, ...others } = form.errors;
  const pasted = body ?? query ?? request;
  return { ...form, errors: { ...others, ...(pasted !== undefined && { pasted }) } };
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

/** Browsers send the line breaks of a text area as CRLF, however they were pasted. */
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
    ...toolFrame(runtime, reader, 'signature', diagnosis ? freshForm : form),
    fields: signatureFields(runtime, form),
    diagnosis,
  };
}

function signatureFields({ store }: Runtime, form: RefusedForm): FormField[] {
  const accounts = store.accounts.all().map(({ id, name }) => ({ value: id, label: `${name} (${id})` }));
  return [
    areaField(form, 'pasted', 'What came', {
      rows: 6,
      placeholder: 'https://shop.example/return?gateway=…&approved=1&…&hashed=…',
      hint: 'A URL, a query, a JSON body, or a whole HTTP request with its headers.',
    }),
    textField(form, 'hashed', 'Hash that your code computed', {
      hint: 'Optional. By default, the hashed that arrived.',
    }),
    areaField(form, 'built', 'String that your code built', {
      rows: 3,
      hint: 'Optional. What went into your HMAC; the page shows the first difference.',
    }),
    selectField(form, 'account', 'Account', accounts),
    textField(form, 'secret_key', 'Other secret key', { hint: 'Optional. Instead of the account’s own.' }),
  ];
}

function diagnosisView(verdict: Verdict, read: ReadField): DiagnosisView {
  const built = textOf(read, 'built');
  const parted = verdict.difference && firstDifference(verdict.signed_string, built);
  return {
    ...headingOf(verdict, read),
    mistakes: verdict.mistakes,
    signedString: verdict.signed_string,
    hashed: verdict.hashed,
    given: read('hashed').trim() || undefined,
    difference: parted && {
      words: verdict.difference?.explanation ?? '',
      same: parted.same,
      right: markedFirst(parted.right),
      built: markedFirst(parted.other),
    },
  };
}

function headingOf(
  { matches, mistakes, difference }: Verdict,
  read: ReadField,
): Pick<DiagnosisView, 'verdict' | 'heading'> {
  const hasHash = read('hashed').trim() !== '' || /hashed/.test(read('pasted'));
  if (matches && !difference) return { verdict: 'matches', heading: 'The hash is right.' };
  if (matches) return { verdict: 'differs', heading: 'The hash that arrived is right. Your string is not.' };
  if (hasHash && mistakes.length === 0)
    return { verdict: 'differs', heading: 'The hash is wrong, and no common mistake explains it.' };
  if (hasHash) return { verdict: 'differs', heading: 'The hash is wrong.' };
  if (difference) return { verdict: 'differs', heading: 'Your string is wrong.' };
  return read('built') === ''
    ? { verdict: 'computed', heading: 'This is the right string and its hash.' }
    : { verdict: 'matches', heading: 'Your string is right.' };
}

function markedFirst(text: string) {
  const [mark = '', ...rest] = [...text];
  return { mark, rest: rest.join('') };
}
