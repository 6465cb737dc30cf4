import { isUnread, type RefusedForm } from './actions.ts';
import type { Choice, FormField } from './tool-models.ts';

interface Described {
  /** The current value. A refused form shows what was submitted instead. */
  readonly value?: string;
  readonly hint?: string;
  readonly placeholder?: string;
}

/** A text input. */
export function textField(
  form: RefusedForm,
  name: string,
  label: string,
  { value = '', ...described }: Described = {},
): FormField {
  return { ...fieldOf(form, name, label), kind: 'text', ...described, value: typed(form, name, value) };
}

/** A multi-line text input. */
export function areaField(
  form: RefusedForm,
  name: string,
  label: string,
  described: Described & { readonly rows: number },
): FormField {
  return { ...textField(form, name, label, described), kind: 'area', rows: described.rows };
}

/** A select box, with the current value selected unless something else was submitted. */
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

/** An on/off field. */
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

/** A refused form shows what was submitted, even if that is empty. */
function typed(form: RefusedForm, name: string, present: string): string {
  return form.refusal === '' || isUnread(form) ? present : form.read(name);
}
