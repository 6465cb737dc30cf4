let aheadMs;
let frozenAt;

takeTime(document.querySelector('[data-time]') ?? document.body);

/** Takes the sandbox's time from something rendered just now. */
export function takeTime({ dataset: { time, frozen } }) {
  const at = time ? Date.parse(time) : Date.now();
  aheadMs = at - Date.now();
  frozenAt = frozen === undefined ? undefined : at;
}

/** The sandbox's time. */
export function now() {
  return frozenAt ?? Date.now() + aheadMs;
}
