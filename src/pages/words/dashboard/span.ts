interface Units {
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
  readonly second: string;
}

/** A signed time span in its two largest units, such as `+1 h 30 min`. */
export function spanOf(units: Units): (ms: number) => string {
  return (ms) => {
    const seconds = Math.round(Math.abs(ms) / 1000);
    const parts: [number, string][] = [
      [Math.floor(seconds / 86_400), units.day],
      [Math.floor(seconds / 3600) % 24, units.hour],
      [Math.floor(seconds / 60) % 60, units.minute],
      [seconds % 60, units.second],
    ];
    const first = parts.findIndex(([count]) => count > 0);
    const shown =
      first === -1 ? parts.slice(-1) : parts.slice(first, first + 2).filter(([count]) => count > 0);
    return `${ms < 0 ? '−' : '+'}${shown.map(([count, unit]) => `${count} ${unit}`).join(' ')}`;
  };
}

/** An age in its largest unit, such as `6 min`. */
export function ageOf(units: Units): (seconds: number) => string {
  return (seconds) => {
    const all: [number, string][] = [
      [86_400, units.day],
      [3600, units.hour],
      [60, units.minute],
    ];
    const [size, unit] = all.find(([least]) => seconds >= least) ?? [1, units.second];
    return `${Math.floor(Math.max(0, seconds) / size)} ${unit}`;
  };
}
