import { now } from './now.js';

const lang = document.documentElement.lang;
/** Created when needed: it takes milliseconds. */
let ago;
const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

setInterval(() => showLocalTimes(document), 20_000);

/** Shows each time in the local time zone, after how long ago it was. The exact value stays in the title. */
export function showLocalTimes(root) {
  for (const element of root.querySelectorAll('time:not([data-age])')) {
    const time = new Date(element.dateTime);
    if (Number.isNaN(time.getTime())) continue;
    element.title = element.dateTime;
    const exact = isToday(time) ? clock(time) : `${day(time)} ${clock(time)}`;
    const since = 'exact' in element.dataset ? '' : relative(time);
    const isBrief = since && 'brief' in element.dataset;
    const text = [since, !isBrief && isolated(exact)].filter(Boolean).join(' · ');
    if (element.textContent !== text) element.textContent = text;
  }
}

/** "3 min ago", for times within a month. */
function relative(time) {
  const ms = time.getTime() - now();
  if (Math.abs(ms) > 30 * 86_400_000) return '';
  const [unit, unitMs] = units.find(([, each]) => Math.abs(ms) >= each) ?? units.at(-1);
  ago ??= new Intl.RelativeTimeFormat(`${lang}-u-nu-latn`, { style: 'short' });
  return ago.format(Math.trunc(ms / unitMs), unit);
}

/** Keeps date and time in order between Arabic words. */
function isolated(text) {
  return lang === 'ar' ? `\u2066${text}\u2069` : text;
}

function isToday(time) {
  return time.toDateString() === new Date().toDateString();
}

function day(time) {
  return [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(twoDigits).join('-');
}

function clock(time) {
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(':');
}

function twoDigits(number) {
  return String(number).padStart(2, '0');
}
