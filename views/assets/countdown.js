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
export function startCountdowns(root, onEnd, onTick) {
  for (const element of root.querySelectorAll('[data-countdown]'))
    countDown(element, element.dataset.countdown, onEnd, onTick);
}

/** Counts down in one element. */
export function countDown(element, seconds, onEnd, onTick = () => {}) {
  const counting = { endsAt: Date.now() + Number(seconds) * 1000, onEnd, onTick };
  running.set(element, counting);
  show(element, counting);
}

/** Takes over the server's remaining seconds if the page has drifted. */
export function correctCountdown(element, seconds) {
  const counting = running.get(element);
  if (!counting || Math.abs(counting.endsAt - Date.now() - seconds * 1000) < 1500) return;
  counting.endsAt = Date.now() + seconds * 1000;
  show(element, counting);
}

function tick() {
  for (const [element, counting] of running) {
    if (isPaused) counting.endsAt += 1000;
    show(element, counting);
  }
}

function show(element, { endsAt, onEnd, onTick }) {
  if (!element.isConnected) {
    running.delete(element);
    return;
  }
  const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
  element.dir = 'ltr';
  element.textContent = clock(left);
  onTick(left);
  if (left > 0) return;
  running.delete(element);
  // Wait a second longer: the server rounds too, and must not return the same open page.
  setTimeout(() => onEnd(element), 1000);
}

function clock(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = String(Math.floor((seconds % 3600) / 60)).padStart(hours > 0 ? 2 : 1, '0');
  const rest = `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
