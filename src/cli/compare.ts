import { createInterface } from 'node:readline/promises';
import { compare as compared } from '../compare/compare.ts';
import { realWait, type Service } from '../compare/play.ts';
import { CannotCompare, preflight } from '../compare/preflight.ts';
import { allProbes } from '../compare/probes/all-probes.ts';
import { checkouts, type NameOf } from '../compare/probes/calls.ts';
import type { Reply } from '../compare/reply.ts';
import type { Report } from '../compare/report.ts';
import { reportKind, reportVersion } from '../comparison/report-format.ts';
import { Names } from '../gateways/names.ts';
import { version } from '../host/paths.ts';
import { tell } from '../host/tell.ts';
import type { StartOptions } from '../index.ts';
import { type ConfigFile, readConfigFile, refuseWrong, writeClient } from './client-config.ts';
import { type CompareFlags, refuseLiveToken, type Target, targetOf } from './compare-flags.ts';
import { earlierReport, writeReport } from './compare-report.ts';
import { comparisonText, probesText } from './compare-text.ts';
import { CommandFailed } from './control-client.ts';
import { faint, jsonText, oneLine } from './output.ts';
import { outliveStdout, print } from './print.ts';
import { refuseUnwritable, replaceFile } from './replace-file.ts';
import { refuseUsedFile } from './used-files.ts';

/** Compares the sandbox with the live service. Exit code 1 if the live service contradicts an assumption. */
export async function compare(flags: CompareFlags): Promise<void> {
  const config = readConfigFile(flags.config);
  const base = baseOf(config.content);
  const names = new Names(base.names);
  const named: NameOf = (token) => names.of(token);
  if (flags.dryRun) return showProbes(flags, named);
  const target = targetOf(flags);
  refuseLiveToken(target, flags);
  if (flags.live) await confirmLive(target);
  await refuseUsedFiles(flags);
  const earlier = flags.report === undefined ? undefined : earlierReport(flags.report, target);
  if (flags.html !== undefined) refuseUnwritable('The page', flags.html);
  if (flags.write) refuseWrong(config, { compare_report: flags.report });
  // The report must be written even if nothing reads the output.
  outliveStdout();
  const report = await finished(flags, { target, base, named, earlier });
  const written = flags.write ? writeResult(config, report, flags) : undefined;
  if (flags.html !== undefined)
    replaceFile('The page', flags.html, (await import('./compare-html.ts')).comparisonHtml(report));
  print(flags.json ? jsonText(report) : comparisonText(report, written));
  if (report.result?.findings.some(({ verdict }) => verdict === 'contradicted')) process.exitCode = 1;
}

async function refuseUsedFiles({ config, report, html }: CompareFlags): Promise<void> {
  const given = config === undefined ? {} : { config };
  // The config may name the report already.
  const mayBe = 'the report of compare';
  if (report !== undefined)
    await refuseUsedFile({ flag: '--report', file: report, use: 'report', mayBe }, given);
  if (html !== undefined)
    await refuseUsedFile({ flag: '--html', file: html, use: 'page' }, given, [
      ['the file of --report', report],
    ]);
}

/** Puts the settings and the place of the report into the config. Undefined if there is nothing to write. */
function writeResult(config: ConfigFile, { result }: Report, { report }: CompareFlags): string | undefined {
  const patch = result?.patch ?? {};
  const hasSettings = Object.keys(patch).length > 0;
  if (!hasSettings && report === undefined) return undefined;
  writeClient(config, { ...(hasSettings && { settings: patch }), compare_report: report });
  return config.path;
}

/** The config's names, settings and profile. Its other members describe this machine. */
function baseOf({ names, settings, profile }: Readonly<Record<string, unknown>>): StartOptions {
  // Not validated here: the sandbox does that when it starts.
  return {
    ...(names !== undefined && { names }),
    ...(settings !== undefined && { settings }),
    ...(profile !== undefined && { profile }),
  } as StartOptions;
}

function showProbes({ json, mobileNumber }: CompareFlags, named: NameOf): void {
  const [plain] = checkouts;
  if (!plain) return;
  const probes = allProbes({ named, plain }, mobileNumber ?? '0912345678');
  const listed = probes.map(({ id, does, needs, steps }) => ({
    ...{ id, does, needs: needs ?? null },
    calls: steps.map(({ method = 'POST', path, fields }) => ({ method, path, fields })),
  }));
  print(json ? jsonText({ data: listed }) : probesText(probes));
}

interface Plan {
  readonly target: Target;
  readonly base: StartOptions;
  readonly named: NameOf;
  readonly earlier: Report | undefined;
}

async function finished(flags: CompareFlags, plan: Plan): Promise<Report> {
  const { target, named, earlier } = plan;
  const service = serviceOf(target);
  try {
    const { plain, isSandbox } = await preflight(service, named, flags.live ?? false);
    if (isSandbox && !flags.json) tell(`${target.url} is a gateway-sandbox itself, not a live service.`);
    const report = begun(target, earlier);
    const replies = new Map<string, readonly Reply[]>(Object.entries(report.replies));
    const result = await compared({
      ...plan,
      service,
      calls: { named, plain },
      mayLock: flags.allowLock ?? false,
      known: new Map(replies),
      begins: ({ does }) => flags.json || tell(faint(oneLine(does))),
      ended: ({ id }, all) => {
        replies.set(id, all);
        if (flags.report !== undefined) writeReport(flags.report, withReplies(report, replies));
      },
    });
    const whole = { ...withReplies(report, replies), result };
    if (flags.report !== undefined) writeReport(flags.report, whole);
    return whole;
  } catch (error) {
    if (error instanceof CannotCompare) throw new CommandFailed(error.message);
    throw error;
  }
}

function begun({ url, mobileNumber }: Target, earlier: Report | undefined): Report {
  return (
    earlier ?? {
      kind: reportKind,
      version: reportVersion,
      gateway_sandbox: version,
      base_url: url,
      at: new Date().toISOString(),
      with_mobile_number: mobileNumber !== undefined,
      replies: {},
    }
  );
}

function withReplies(report: Report, replies: ReadonlyMap<string, readonly Reply[]>): Report {
  return { ...report, replies: Object.fromEntries(replies) };
}

function serviceOf({ url, apiKey, accessToken, mobileNumber, pauseMs, timeoutMs }: Target): Service {
  const startedAt = performance.now();
  // Invoice numbers must be new for each run, so they start with the current time.
  const prefix = `cmp-${Date.now().toString(36)}`;
  let invoices = 0;
  return {
    url,
    apiKey,
    accessToken,
    mobileNumber,
    pauseMs,
    timeoutMs,
    wait: realWait,
    elapsedMs: () => Math.round(performance.now() - startedAt),
    invoice: () => {
      invoices += 1;
      return `${prefix}-${invoices}`;
    },
  };
}

/** Asks for confirmation: a flag in a pasted command must not be enough to use a live token. */
async function confirmLive({ url }: Target): Promise<void> {
  const { host } = new URL(url);
  if (!process.stdin.isTTY)
    throw new CommandFailed('--live asks for a confirmation, so it needs a terminal.');
  const questions = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const typed = await questions.question(
      `Checkouts will be started on ${host} with a live token; nobody pays them. Type the host name to go on: `,
    );
    if (typed.trim() !== host) throw new CommandFailed('That is not the host name, so nothing was sent.');
  } finally {
    questions.close();
  }
}
