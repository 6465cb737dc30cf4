/** The icons' shapes on a grid of 24 units. */
const shapes = {
  brand: '<rect x="2.5" y="5" width="19" height="14" rx="3"/><path d="M2.5 9.5h19M6.5 15h4"/>',
  alert: '<path d="M12 4 2.8 19.5h18.4z"/><path d="M12 10v4.5M12 17v.2"/>',
  check: '<circle cx="12" cy="12" r="9.2"/><path d="m7.8 12.4 2.9 2.9 5.6-6.2"/>',
  cross: '<circle cx="12" cy="12" r="9.2"/><path d="m8.6 8.6 6.8 6.8m0-6.8-6.8 6.8"/>',
  back: '<circle cx="12" cy="12" r="9.2"/><path d="M16 12H8m3.4-3.6L8 12l3.4 3.6"/>',
  bank: '<path d="M3.5 9.5 12 4l8.5 5.5zM5.5 10v7m4.300-7v7m4.400-7v7m4.300-7v7M3.5 20h17"/>',
  clock: '<circle cx="12" cy="12" r="9.2"/><path d="M12 6.8V12l3.4 2.2"/>',
  lock: '<rect x="5" y="10.5" width="14" height="10" rx="2.5"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5"/>',
  shop: '<path d="M4 10v9.5h16V10M3 9l2-4.5h14L21 9c0 1.5-1.2 2.6-2.6 2.6S16 10.5 15.4 9c-.5 1.5-1.9 2.6-3.4 2.6S9.200 10.5 8.6 9c-.6 1.5-1.6 2.6-3 2.6S3 10.5 3 9z"/><path d="M9.5 19.5v-4.5h5v4.5"/>',
  bell: '<path d="M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1h-15zM10 20h4"/>',
  person: '<circle cx="12" cy="9" r="3.500"/><path d="M5 20c.8-3.500 3.600-5 7-5s6.200 1.500 7 5"/>',
  bag: '<path d="M6 8h12l1 11a1.500 1.500 0 0 1-1.500 1.500h-11A1.500 1.500 0 0 1 5 19z"/><path d="M9 10.500V7a3 3 0 0 1 6 0v3.500"/>',
  tick: '<path d="m5 12.500 4.500 4.500L19 7.500"/>',
  close: '<path d="M6.500 6.500l11 11M17.500 6.500l-11 11"/>',
  hands: '<circle cx="12" cy="12" r="8.500"/><path d="M12 7.500V12l3 2"/>',
  wallet:
    '<path d="M4 7.500A2 2 0 0 1 6 5.500h11v3M4 7.500V17a2.500 2.500 0 0 0 2.500 2.500H18a2 2 0 0 0 2-2v-7a2 2 0 0 0-2-2H5a1 1 0 0 1-1-1z"/><path d="M16 14h.01" stroke-width="2.600"/>',
  card: '<rect x="3" y="5.500" width="18" height="13" rx="2.500"/><path d="M3 10h18M7 15h3"/>',
  qr: '<path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.500v2.500H14zM20 14v.01M20 20h-3M20 17.500V20M14 20v.01"/>',
  copy: '<rect x="8.500" y="8.500" width="11" height="11" rx="2.500"/><path d="M15.500 5.500A1.500 1.500 0 0 0 14 4.500H6.500a2 2 0 0 0-2 2V14c0 .7.4 1.200 1 1.500"/>',
  fill: '<rect x="3.500" y="7" width="17" height="10" rx="2.500"/><path d="M7.500 10v4M11.500 12h.01M15.500 12h.01"/>',
  more: '<path d="M6 12h.01M12 12h.01M18 12h.01" stroke-width="3"/>',
  terminal: '<path d="m6 8 4 4-4 4M12.500 16H18"/>',
  phone: '<rect x="7" y="2.5" width="10" height="19" rx="2.5"/><path d="M11 18.3h2"/>',
  tools:
    '<path d="M4 7h9m5 0h2M4 17h3m5 0h8"/><circle cx="15.5" cy="7" r="2.4"/><circle cx="9.5" cy="17" r="2.4"/>',
  theme: '<circle cx="12" cy="12" r="8.5"/><path d="M12 3.500a8.500 8.500 0 0 1 0 17z" fill="currentColor"/>',
  globe:
    '<circle cx="12" cy="12" r="9.2"/><path d="M2.8 12h18.4M12 2.8c5 5.3 5 13.100 0 18.4M12 2.8c-5 5.3-5 13.100 0 18.4"/>',
  forged:
    '<path d="M8 2.5h8l5.5 5.5v8L16 21.5H8L2.5 16V8z" fill="currentColor"/><path d="M12 7v6M12 16.5v.2" stroke="var(--alarm)" stroke-width="2.2"/>',
  help: '<circle cx="12" cy="12" r="9.2"/><path d="M9.5 9.7a2.6 2.6 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.8v.2"/>',
  retry: '<path d="M20 12a8 8 0 1 1-2.4-5.7M20 3.5v4.5h-4.5"/>',
  held: '<rect x="3.5" y="3.5" width="17" height="17" rx="3"/><path d="M10 8.5v7M14 8.5v7"/>',
  waiting: '<circle cx="12" cy="12" r="9.2" stroke-dasharray="3.6 3.6"/>',
  none: '<circle cx="12" cy="12" r="9.2"/><path d="M8 12h8"/>',
  search: '<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/>',
  key: '<circle cx="8" cy="15.5" r="4.5"/><path d="m11.200 12.300 8.300-8.300M16.5 7l3 3"/>',
  overview:
    '<rect x="3.5" y="3.5" width="7" height="8.5" rx="1.5"/><rect x="3.5" y="15" width="7" height="5.5" rx="1.5"/><rect x="13.5" y="3.5" width="7" height="5.5" rx="1.5"/><rect x="13.5" y="12" width="7" height="8.5" rx="1.5"/>',
  transactions: '<rect x="2.5" y="5" width="19" height="14" rx="3"/><path d="M2.5 9.5h19M6.5 15h4"/>',
  requests: '<path d="M4 8.5h15m-4-4 4 4-4 4M20 15.5H5m4 4-4-4 4-4"/>',
  callbacks: '<path d="M20 5v6a3 3 0 0 1-3 3H4.5m4.5-4.5L4.5 14 9 18.5"/>',
  inbox: '<rect x="7" y="2.5" width="10" height="19" rx="2.5"/><path d="M11 18.3h2"/>',
  faults: '<path d="M13 2.5 5 13.5h6l-1 8 8-11h-6z"/>',
  snapshots: '<path d="m12 3 9 4.5-9 4.5-9-4.5zM3 12l9 4.5 9-4.5M3 16.5 12 21l9-4.5"/>',
  send: '<path d="M21 3 10.5 13.5M21 3l-6.5 18-4-7.5L3 9.5z"/>',
  signature:
    '<path d="M12 3 4.5 6v5.5c0 4.5 3.200 8 7.5 9.5 4.300-1.5 7.5-5 7.5-9.5V6z"/><path d="m8.800 12 2.300 2.300 4.200-4.600"/>',
  compatibility: '<path d="M9 3v4.5M15 3v4.5M6.5 7.5h11V11a5.5 5.5 0 0 1-11 0zM12 16.5V21"/>',
  account: '<circle cx="8" cy="15.5" r="4.5"/><path d="m11.200 12.300 8.300-8.300M16.5 7l3 3"/>',
  settings:
    '<path d="M4 7h9m5 0h2M4 17h3m5 0h8"/><circle cx="15.5" cy="7" r="2.4"/><circle cx="9.5" cy="17" r="2.4"/>',
};

export type IconName = keyof typeof shapes;

const icons: ReadonlyMap<string, string> = new Map(
  Object.entries(shapes).map(([name, shape]) => [
    name,
    `<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true">${shape}</svg>`,
  ]),
);

/** The HTML of an icon. The template labels it with text. Templates call this as `it.icon`. */
export function iconOf(name: IconName): string {
  return icons.get(name) ?? '';
}

/** Uses an icon that `iconDrawings` draws once per page. For lists that show it in every row. */
export function drawnIcon(name: IconName): string {
  return `<svg class="icon" aria-hidden="true"><use href="#icon-${name}"/></svg>`;
}

export function iconDrawings(names: readonly IconName[]): string {
  const symbols = names.map(
    (name) => `<symbol id="icon-${name}" viewBox="0 0 24 24">${shapes[name]}</symbol>`,
  );
  return `<svg class="icon-drawings" width="0" height="0" aria-hidden="true">${symbols.join('')}</svg>`;
}
