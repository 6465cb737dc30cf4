/**
 * Load with `--import` to make a program use 60 % more processor time for everything, as if it had become
 * slower by more than a third.
 */
const share = 0.6;
const everyMs = 5;

let last = process.cpuUsage();
setInterval(() => {
  burn(microseconds(process.cpuUsage(last)) * share);
  last = process.cpuUsage();
}, everyMs).unref();

function burn(us) {
  const from = process.cpuUsage();
  while (microseconds(process.cpuUsage(from)) < us);
}

function microseconds({ user, system }) {
  return user + system;
}
