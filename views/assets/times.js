/** Shows each time as the reader's clock has it; the exact value stays in the title. */
export function showLocalTimes(root) {
  for (const element of root.querySelectorAll('time:not([data-age])')) {
    const time = new Date(element.dateTime);
    if (Number.isNaN(time.getTime())) continue;
    element.title = element.dateTime;
    element.textContent = isToday(time) ? clock(time) : `${day(time)} ${clock(time)}`;
  }
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
