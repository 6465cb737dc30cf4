/** Stored JSON pairs for display. A damaged row shows as unreadable and does not affect others. */
export function storedPairs<T>(
  text: string | null,
): readonly (readonly [name: string, value: T | 'unreadable'])[] {
  const value = storedJson(text ?? '[]');
  const isPairs = Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.length === 2);
  return isPairs ? value : [['stored', 'unreadable']];
}

/** A stored list of texts. */
export function storedTexts(text: string): readonly string[] {
  const value = storedJson(text);
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : ['unreadable'];
}

/** The stored value, or undefined when it cannot be read. */
export function storedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
