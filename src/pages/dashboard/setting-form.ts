import { z } from 'zod';
import type { ReadField } from '../../http/read-form.ts';
import { errorTable } from '../../protocol/errors.ts';
import { latinDigits } from '../../protocol/mobile-number.ts';
import { nested } from '../../settings/nested.ts';
import { type Settings, valueAt } from '../../settings/settings.ts';
import { settingsSchema } from '../../settings/settings-schema.ts';
import type { Reader } from '../reader.ts';
import { settingWords } from '../words/settings/setting-words.ts';
import type { RefusedForm } from './actions.ts';
import { areaField, selectField, switchField, textField } from './form-fields.ts';
import { memberLabel } from './member-label.ts';
import type { FormField } from './tool-models.ts';

/** The subset of JSON Schema that the settings use. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly anyOf?: readonly Shape[];
  readonly additionalProperties?: unknown;
}

// zod's schema of the settings stays within `Shape`. A test checks every setting.
const settingsShape = z.toJSONSchema(settingsSchema, { io: 'input' }) as Shape;

/** The form fields of a setting, with types that fit. Each name is the dotted path that it changes. */
export function settingFields(
  { lang, t }: Reader,
  form: RefusedForm,
  name: string,
  present: unknown,
): FormField[] {
  const words = t.dashboard.settings;
  const { title } = settingWords(lang, { name, reason: '' });
  if (name === 'statuses') return statusFields(form, present);
  if (name === 'otp.codes') return [codesField(words, title, form, present)];
  const { properties } = solid(shapeOf(name));
  if (!properties) return [fieldOf(words, form, name, title, present)];
  return Object.keys(properties).map((member) =>
    fieldOf(words, form, `${name}.${member}`, memberLabel(words, member), memberOf(present, member)),
  );
}

/** The patch that a form with the fields of these settings makes. */
export function settingsPatch(
  read: ReadField,
  names: readonly string[],
  present: Settings,
): Readonly<Record<string, unknown>> {
  const values = names.map((name) => [name, valueIn(read, name, valueAt(present, name))] as const);
  return nested<unknown>(values, (members) => members);
}

function valueIn(read: ReadField, name: string, present: unknown): unknown {
  if (name === 'statuses') return statusValues(read, present);
  if (name === 'otp.codes') return codeValues(read(name), present);
  const shape = shapeOf(name);
  const { properties } = solid(shape);
  if (!properties) return leafValue(read, name, shape);
  const members = Object.entries(properties);
  const isEmpty = members.every(([member]) => read(`${name}.${member}`).trim() === '');
  if (isEmpty && solid(shape) !== shape) return null;
  return Object.fromEntries(
    members.map(([member, each]) => [member, leafValue(read, `${name}.${member}`, each)]),
  );
}

/** Text in place of a number is passed on: the validation of the settings reports it. */
function leafValue(read: ReadField, name: string, shape: Shape): unknown {
  const text = read(name).trim();
  const { type } = solid(shape);
  if (type === 'boolean') return text === 'on';
  if (text === '' && solid(shape) !== shape) return null;
  return type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
}

type Words = Reader['t']['dashboard']['settings'];

function fieldOf(words: Words, form: RefusedForm, name: string, label: string, present: unknown): FormField {
  const shape = solid(shapeOf(name));
  if (shape.enum) {
    const choices = shape.enum.map((value) => ({ value, label: value }));
    return selectField(form, name, label, choices, { value: String(present) });
  }
  if (shape.type === 'boolean') return switchField(form, name, words.onLabel, present === true);
  const value = present === null || present === undefined ? '' : String(present);
  return textField(form, name, label, { value, ...(value === '' && { placeholder: words.off }) });
}

function statusFields(form: RefusedForm, present: unknown): FormField[] {
  return Object.entries(errorTable).map(([code, [status]]) =>
    textField(form, `statuses.${code}`, code, {
      value: String(memberOf(present, code) ?? ''),
      placeholder: String(status),
    }),
  );
}

function statusValues(read: ReadField, present: unknown): object {
  const all = Object.keys(errorTable).map((code) => {
    const text = read(`statuses.${code}`).trim();
    return [code, /^\d+$/.test(text) ? Number(text) : text] as const;
  });
  return tableOf(
    all.filter(([, value]) => value !== ''),
    present,
  );
}

function codesField(words: Words, title: string, form: RefusedForm, present: unknown): FormField {
  const lines = Object.entries(present ?? {}).map(([number, code]) => `${number} ${code}`);
  const [[member, why] = []] = Object.entries(form.errors).filter(([at]) => at.startsWith('otp.codes.'));
  // All codes share one field, so the error names the number.
  const errors = member ? { 'otp.codes': `${member.slice('otp.codes.'.length)}: ${why}` } : form.errors;
  return areaField({ ...form, errors }, 'otp.codes', title, {
    rows: Math.min(8, Math.max(3, lines.length + 1)),
    value: lines.join('\n'),
    hint: words.codesHint,
  });
}

function codeValues(text: string, present: unknown): object {
  const lines = latinDigits(text)
    .split('\n')
    .map((line) => line.trim());
  return tableOf(lines.filter(Boolean).map(codeIn), present);
}

/** A line such as `0912345678 1111`, also with `=`. Without a code, it is passed on so that validation names it. */
function codeIn(line: string): readonly [string, string] {
  const [, number = line, code = ''] = /^([^\s=]+)(?:\s*=\s*|\s+)(.+)$/.exec(line) ?? [];
  return [number, code];
}

/** An open table with the submitted members. Members that were cleared become null. */
function tableOf(submitted: readonly (readonly [string, unknown])[], present: unknown): object {
  const gone = Object.keys(present ?? {}).map((name) => [name, null] as const);
  return Object.fromEntries([...gone, ...submitted]);
}

function shapeOf(name: string): Shape {
  return name.split('.').reduce<Shape>((at, member) => solid(at).properties?.[member] ?? {}, settingsShape);
}

/** Without the null that means "off". */
function solid(shape: Shape): Shape {
  return shape.anyOf?.find(({ type }) => type !== 'null') ?? shape;
}

function memberOf(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, member)
    ? Object.entries(value).find(([name]) => name === member)?.[1]
    : undefined;
}
