/** Whether a key is pressed alone, outside of fields. On a keyboard that isn't Latin, its place counts. */
export function isShortcut(event, key, code) {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return false;
  return event.key === key || (event.code === code && /(?!\p{Script=Latin})\p{L}/u.test(event.key));
}
