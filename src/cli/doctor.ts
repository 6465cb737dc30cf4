import { existsSync } from 'node:fs';
import { baseUrl } from '../config/base-url.ts';
import { type Config, defaultConfig } from '../config/config.ts';
import { loadConfig } from '../config/load-config.ts';
import { currentFolder } from '../host/current-folder.ts';
import { UserError } from '../host/user-error.ts';
import { settingMs } from '../settings/settings.ts';
import { type ControlFlags, controlClient, WrongUsage } from './control-client.ts';
import { healthTimeoutMs } from './health.ts';
import { checkClock, checkData, checkNative, checkNode, checkPort, type Finding } from './health-checks.ts';
import { type CallingSandbox, checkMerchant } from './merchant-check.ts';
import { coloured, oneLine, show } from './output.ts';

interface DoctorFlags extends Omit<ControlFlags, 'url'> {
  readonly url?: string;
  readonly config?: string;
  readonly data?: string;
  readonly merchantUrl?: string;
  readonly client?: boolean;
  readonly send?: boolean;
  readonly write?: boolean;
}

/** Checks everything that a sandbox needs and says how to fix each problem. Exit code 1 if there is one. */
export async function doctor(given: DoctorFlags): Promise<void> {
  if (!given.client) refuseWithoutClient(given);
  const { config, finding } = await configured(given);
  const used = config ?? defaultConfig;
  const { url = baseUrl(used, used.port) } = given;
  const flags = { ...given, url };
  if (flags.client) return (await import('./doctor-client.ts')).doctorClient(flags);
  const running = await checkPort({ ...flags, isGiven: given.url !== undefined }, used);
  const findings = [
    checkNode(process.versions.node),
    await checkNative(),
    finding,
    running.finding,
    await checkData(config?.data, running.answers),
    await checkClock(running.answers ? flags : undefined),
    await checkMerchant(flags.merchantUrl, () => callingSandbox(used, running.answers ? flags : undefined)),
  ];
  show(flags, { checks: findings }, () => findings.map(line).join('\n'));
  if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
}

/** Without `--client`, they would be ignored, and nothing would be written. */
function refuseWithoutClient({ write, send }: DoctorFlags): void {
  if (write) throw new WrongUsage('--write needs --client.');
  if (send === false) throw new WrongUsage('--no-send needs --client.');
}

async function configured({
  config,
  data,
  client,
}: DoctorFlags): Promise<{ config?: Config; finding: Finding }> {
  const name = 'configuration';
  try {
    const given = { ...(config !== undefined && { config }), ...(data !== undefined && { data }) };
    const loaded = await loadConfig(given, process.env, currentFolder());
    const note = client ? undefined : await tried(loaded);
    return {
      config: loaded,
      finding: { name, ok: true, detail: ['can be used', note].filter(Boolean).join('. ') },
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const mend = 'Correct it in the config file, the flag or the GATEWAY_SANDBOX_* variable.';
    return { finding: { name, ok: false, detail: error.message, mend } };
  }
}

/**
 * Starts a sandbox with the configuration, in memory and on a free port, so that `doctor` refuses what `start` would.
 * Makes no local authority. Returns what clients may find wrong with its certificate.
 */
async function tried(config: Config): Promise<string | undefined> {
  const { runSandbox } = await import('../sandbox/run.ts');
  const https = config.https && config.cert !== undefined;
  const running = await runSandbox({ ...config, https, port: 0, data: undefined });
  await running.stop();
  return running.certificateNote;
}

/** A running sandbox may have other settings and accounts, but it does not say what its host map is. */
async function callingSandbox(config: Config, running: ControlFlags | undefined): Promise<CallingSandbox> {
  const { settings, accounts } = (running && (await stateOf(running))) ?? config;
  return {
    url: running?.url,
    publicUrl: config.publicUrl,
    stored:
      running === undefined && config.data !== undefined && existsSync(config.data) ? config.data : undefined,
    map: new Map(Object.entries(config.callbackHostMap)),
    timeoutMs: settingMs(settings.callback.timeout),
    allowSelfSigned: accounts.some((account) => account.allow_self_signed),
  };
}

/** Undefined if the sandbox does not say it, for example to a wrong token. */
async function stateOf(flags: ControlFlags) {
  try {
    const client = controlClient(flags, { timeoutMs: healthTimeoutMs });
    return { settings: await client.call('getSettings'), accounts: (await client.call('listAccounts')).data };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return undefined;
  }
}

function line({ name, ok, detail, mend }: Finding): string {
  const mark = ok ? coloured('green', 'ok  ') : coloured('red', 'bad ');
  return `${mark} ${name.padEnd(14)} ${oneLine(detail)}${mend === undefined ? '' : `\n${' '.repeat(20)}${oneLine(mend)}`}`;
}
