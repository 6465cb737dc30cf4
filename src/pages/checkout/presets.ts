import type { ReadField } from '../../http/read-form.ts';
import type { Words } from '../words/words.ts';
import type { Preset } from './tool-models.ts';

/** The fields that a preset sets. */
const fields = ['order', 'delay', 'copies', 'hold', 'tamper'] as const;

type Values = Readonly<Partial<Record<(typeof fields)[number], string>>>;
type PresetName = keyof Words['presets'];

const presets: Readonly<Record<PresetName, Values>> = {
  normal: {},
  lost: { order: 'return-only' },
  twice: { copies: '2' },
  late: { order: 'return-first', delay: '30s' },
  held: { hold: '1' },
  forged: { tamper: 'amount' },
};

/** The presets. The one whose values match the fields is chosen. */
export function presetChoices(texts: Words, chosen: ReadField, usualOrder: string): Preset[] {
  const values = (name: PresetName) => fieldValues(presets[name], usualOrder);
  const shown = fields.map((field) => chosen(field) || (field === 'order' ? usualOrder : ''));
  return names().map((name) => ({
    value: name,
    label: texts.presets[name],
    chosen: values(name).every((value, index) => value === shown[index]),
    sets: fields.map((field, index) => `${field}=${values(name)[index]}`).join('&'),
  }));
}

/**
 * Reads the form with the preset's values instead of its fields. Scripts copy them into the fields when a
 * preset is chosen. Without scripts, a preset applies if it differs from the one that the page was rendered
 * with; otherwise the fields apply.
 */
export function withPreset(read: ReadField): ReadField {
  const name = names().find((each) => each === read('preset'));
  if (name === undefined || name === read('shown_preset')) return read;
  const values: Values = presets[name];
  return (field) => {
    const preset = fields.find((each) => each === field);
    return preset === undefined ? read(field) : (values[preset] ?? '');
  };
}

function fieldValues(values: Values, usualOrder: string): string[] {
  return fields.map((field) => values[field] ?? (field === 'order' ? usualOrder : ''));
}

function names(): PresetName[] {
  // `Object.keys` returns `string[]`.
  return Object.keys(presets) as PresetName[];
}
