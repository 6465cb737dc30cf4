import type { RefusedForm } from './actions.ts';
import type { Choice, FormField } from './tool-models.ts';

interface Described {
  /** What it stands at; what was typed of a form that was refused goes before it. */
  readonly value?: string;
  readonly hint?: string;
  readonly placeholder?: string;
}

/** A line of text. */
export function textField(
  form: RefusedForm,
  name: string,
  label: string,
  { value = '', ...described }: Described = {},
): FormField {
  return { ...fieldOf(form, name, label), kind: 'text', ...described, value: typed(form, name, value) };
}

/** Several lines of text. */
export function areaField(
  form: RefusedForm,
  name: string,
  label: string,
  described: Described & { readonly rows: number },
): FormField {
  return { ...textField(form, name, label, described), kind: 'area', rows: described.rows };
}

/** One of some choices, the present one first unless something else was chosen. */
export function selectField(
  form: RefusedForm,
  name: string,
  label: string,
  choices: readonly Choice[],
  { value = '', ...described }: Described = {},
): FormField {
  return {
    ...fieldOf(form, name, label),
    kind: 'select',
    ...described,
    choices,
    value: typed(form, name, value),
  };
}

/** On or off. */
export function switchField(
  form: RefusedForm,
  name: string,
  label: string,
  isOn: boolean,
  hint?: string,
): FormField {
  const value = typed(form, name, isOn ? 'on' : '');
  return { ...fieldOf(form, name, label), kind: 'switch', value, ...(hint !== undefined && { hint }) };
}

function fieldOf({ errors }: RefusedForm, name: string, label: string) {
  return { name, label, error: errors[name] };
}

/** A form that was sent and refused shows what was typed, also where that is nothing. */
function typed({ refusal, read }: RefusedForm, name: string, present: string): string {
  return refusal === '' ? present : read(name);
}
