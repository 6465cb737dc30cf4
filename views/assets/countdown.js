const running = new Map();
let isPaused = false;
setInterval(tick, 1000);

/** Countdowns pause while the sandbox's clock is frozen. */
export function pauseCountdowns(paused) {
  isPaused = paused;
}

/**
 * Counts down every `data-countdown` (seconds left) below the root. Calls `onTick` with the seconds left, and
 * `onEnd` with the element at zero. Calling it again restarts from the elements' values.
 */
export function startCountdowns(root, onEnd, onTick = () => {}) {
  for (const element of root.querySelectorAll('[data-countdown]'))
    add(element, element.dataset.countdown, onEnd, onTick);
  // Once: it shows all of them.
  show();
}

/** Counts down in one element, independently of all others. */
export function countDown(element, seconds, onEnd, onTick = () => {}) {
  add(element, seconds, onEnd, onTick);
  show();
}

function add(element, seconds, onEnd, onTick) {
  running.set(element, { endsAt: Date.now() + Number(seconds) * 1000, onEnd, onTick });
}

/** Takes over the server's remaining seconds if the page has drifted. */
export function correctCountdown(element, seconds) {
  const counting = running.get(element);
  if (!counting || Math.abs(counting.endsAt - Date.now() - seconds * 1000) < 1500) return;
  counting.endsAt = Date.now() + seconds * 1000;
  show();
}

function tick() {
  if (isPaused) for (const counting of running.values()) counting.endsAt += 1000;
  show();
}

function show() {
  for (const [element, { endsAt, onEnd, onTick }] of running) {
    if (!element.isConnected) {
      running.delete(element);
      continue;
    }
    const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
    element.dir = 'ltr';
    element.textContent = clock(left);
    onTick(left);
    if (left > 0) continue;
    running.delete(element);
    // Wait a second longer: the server rounds too, and must not return the same open page.
    setTimeout(() => onEnd(element), 1000);
  }
}

function clock(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = String(Math.floor((seconds % 3600) / 60)).padStart(hours > 0 ? 2 : 1, '0');
  const rest = `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
