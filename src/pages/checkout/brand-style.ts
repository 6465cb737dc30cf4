type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** Up to this luminance, white text on the color and the color on its own tint reach a contrast of 4.5:1. */
const darkEnough = 0.13;
/** From this luminance on, the color on dark surfaces and dark text on the color reach 4.5:1. */
const lightEnough = 0.36;

/**
 * The colors of an account's hosted pages. Keeps the hue and changes the lightness until text is readable.
 */
export function brandStyle(accent: string): string {
  const own = rgbOf(accent);
  const onLight = mixedUntil(own, black, (color) => luminance(color) <= darkEnough);
  const onDark = mixedUntil(own, white, (color) => luminance(color) >= lightEnough);
  const pair = (light: Rgb, dark: Rgb) => `light-dark(${hexOf(light)}, ${hexOf(dark)})`;
  return `.checkout {
  --brand: ${hexOf(mixed(onLight, black, 0.35))};
  --brand-2: ${hexOf(onLight)};
  --on-brand-quiet: #f2f3f6;
  --accent: ${pair(onLight, onDark)};
  --accent-strong: ${pair(mixed(onLight, black, 0.25), mixed(onDark, white, 0.3))};
  --on-accent: ${pair(white, mixed(onLight, black, 0.75))};
  --tint: ${pair(mixed(onLight, white, 0.93), mixed(onLight, [20, 24, 33], 0.8))};
}
`;
}

function mixedUntil(from: Rgb, to: Rgb, isThere: (color: Rgb) => boolean): Rgb {
  let share = 0;
  while (share < 1 && !isThere(mixed(from, to, share))) share += 0.02;
  return mixed(from, to, Math.min(share, 1));
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (place: 0 | 1 | 2) => Math.round(from[place] + (to[place] - from[place]) * share);
  return [at(0), at(1), at(2)];
}

/** Relative luminance as defined by WCAG. */
function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function rgbOf(hex: string): Rgb {
  const at = (place: number) => Number.parseInt(hex.slice(place, place + 2), 16);
  return [at(1), at(3), at(5)];
}

function hexOf(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
