import type { ReadField } from '../../http/read-form.ts';
import type { Reader } from '../reader.ts';
import type { FormField } from './tool-models.ts';

/** A list of addresses may be long, and the form is below. */
const mostLines = 8;

/** Fields with their present values, of which a form that was filled in says something else. */
export function differing(read: ReadField, fields: readonly FormField[]): FormField[] {
  return fields
    .filter(({ name, value }) => read(name) !== value)
    .map((field) => ({ ...field, value: newFirst(field.value, read(field.name)) }));
}

/** The lines that the form lacks first, since a long list is shortened. */
function newFirst(value: string, filledIn: string): string {
  const known = new Set(filledIn.split('\n'));
  const lines = value.split('\n');
  return [...lines.filter((line) => !known.has(line)), ...lines.filter((line) => known.has(line))].join('\n');
}

/** Says what somebody else changed, such as `Name: City Books · cardgw Allowed: off`. Empty if nothing differs. */
export function conflictWords(
  { frame, settings }: Reader['t']['dashboard'],
  different: readonly FormField[],
): string {
  const present = ({ kind, value, choices = [] }: FormField) => {
    if (kind === 'switch') return value ? settings.on : settings.off;
    const shown = choices.find((choice) => choice.value === value)?.label ?? value;
    return shortened(shown.split('\n')) || settings.none;
  };
  if (different.length === 0) return '';
  // In either language, a value may be in the other.
  const facts = different.map((field) => `${field.label}: \u2068${present(field)}\u2069`);
  return frame.form.conflict(facts.join(' · '));
}

function shortened(lines: readonly string[]): string {
  return lines.length > mostLines ? `${lines.slice(0, mostLines).join(', ')}, …` : lines.join(', ');
}
