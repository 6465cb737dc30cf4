import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { env, platform } from 'node:process';
import { type Browser, type BrowserServer, chromium } from 'playwright-core';

/** Chromium without windows. */
const shell = 'chromium-headless-shell';
const namedBy = ['GATEWAY_SANDBOX_TEST_BROWSER', 'CHROME_PATH'];

export const howToGetBrowser =
  'The browser tests need Chrome or Chromium: install one (on Debian `apt-get install ' +
  `${shell} fonts-noto-core\`), or set ${namedBy[0]} to its executable.`;

/**
 * The executable of Chrome or Chromium: from the environment, otherwise from one of the usual places.
 *
 * @throws Error if the environment names one that does not exist.
 */
export function findBrowser(): string | undefined {
  for (const name of namedBy) {
    const path = env[name];
    if (!path) continue;
    if (existsSync(path)) return path;
    throw new Error(`${name} names ${path}, which does not exist.`);
  }
  return usualPlaces().find((path) => existsSync(path));
}

/** Whether the browser found is one with windows, whose pages take more than twice the CPU time of the shell's. */
export function isBrowserSlow(): boolean {
  const isNamed = namedBy.some((name) => env[name]);
  const path = findBrowser();
  return path !== undefined && !isNamed && !path.endsWith(shell);
}

/** A headless browser without background traffic. `args`: additional command line arguments. */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return await chromium.launch({ executablePath: foundBrowser(), args: [...quietArguments, ...args] });
}

/** A browser that several threads can connect to. */
export async function serveBrowser(): Promise<BrowserServer> {
  return await chromium.launchServer({ executablePath: foundBrowser(), args: [...quietArguments] });
}

function foundBrowser(): string {
  const path = findBrowser();
  if (!path) throw new Error(howToGetBrowser);
  return path;
}

const quietArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Headless pages are drawn by the CPU anyway. Without a process of its own for that, a page takes an eighth less.
  '--disable-gpu',
  ...(platform === 'linux' ? ['--in-process-gpu'] : []),
];

function usualPlaces(): string[] {
  if (platform === 'darwin') return macPlaces();
  if (platform === 'win32') return windowsPlaces();
  return linuxPlaces();
}

function linuxPlaces(): string[] {
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  const names = [shell, 'google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
  return [
    ...names.flatMap((name) => folders.filter(Boolean).map((folder) => join(folder, name))),
    '/opt/google/chrome/chrome',
  ];
}

function macPlaces(): string[] {
  const programs = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
  return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
    programs.map((name) => join(folder, `${name}.app/Contents/MacOS/${name}`)),
  );
}

function windowsPlaces(): string[] {
  const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA];
  const programs = [
    'Google\\Chrome\\Application\\chrome.exe',
    'Chromium\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
  ];
  return folders.flatMap((folder) => (folder ? programs.map((program) => join(folder, program)) : []));
}
