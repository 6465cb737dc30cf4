import type { ReadField } from '../../http/read-form.ts';
import type { Reader } from '../reader.ts';
import type { FormField } from './tool-models.ts';

/** Fields with their present values, of which a form that was filled in says something else. */
export function differing(read: ReadField, fields: readonly FormField[]): FormField[] {
  return fields.filter(({ name, value }) => read(name) !== value);
}

/** Says what somebody else changed, such as `Name: City Books · cardgw Allowed: off`. Empty if nothing differs. */
export function conflictWords(
  { frame, settings }: Reader['t']['dashboard'],
  different: readonly FormField[],
): string {
  const present = ({ kind, value, choices = [] }: FormField) => {
    if (kind === 'switch') return value ? settings.on : settings.off;
    const shown = choices.find((choice) => choice.value === value)?.label ?? value;
    return shown.replaceAll('\n', ', ') || settings.none;
  };
  if (different.length === 0) return '';
  // In either language, a value may be in the other.
  const facts = different.map((field) => `${field.label}: \u2068${present(field)}\u2069`);
  return frame.form.conflict(facts.join(' · '));
}
