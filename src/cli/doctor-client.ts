import type { AnswerOf } from '../client/connection.ts';
import { compatibilityEnglish } from '../pages/words/dashboard/en/compatibility.ts';
import { type ConfigFile, readConfigFile, withClient, writeClient } from './client-config.ts';
import { CommandFailed, type ControlFlags, controlClient } from './control-client.ts';
import { coloured, counted, faint, jsonText, oneLine, show } from './output.ts';

type Verdict = AnswerOf<'checkClient'>;

interface ClientFlags extends ControlFlags {
  readonly config?: string;
  readonly send?: boolean;
  readonly write?: boolean;
}

/** A slow app may need this long for a few dozen requests. */
const timeoutMs = 300_000;

/** Suggests settings for a client, based on its requests to the sandbox. Exit code 1 if anything fails. */
export async function doctorClient(flags: ClientFlags): Promise<void> {
  const file = configFile(flags);
  const verdict = await controlClient(flags, { timeoutMs }).call('checkClient', {
    body: { ask_app: flags.send ?? true },
  });
  const config = 'unreadable' in file ? verdict.config : withClient(file, verdict.config);
  const written = flags.write && !('unreadable' in file) && verdict.proposals.length > 0 ? file.path : null;
  if (written !== null && !('unreadable' in file)) writeClient(file, verdict.config);
  show(flags, { ...verdict, config, written }, () => text(flags, verdict, { config, written, file }));
  if (verdict.failures.length > 0) process.exitCode = 1;
}

const fixedSince =
  'If you have changed the client since, delete what it did before with `gateway-sandbox reset`, let it call again, and ask again.';

interface Unreadable {
  readonly unreadable: string;
}

/** An unreadable file is an error only with `--write`. */
function configFile({ config, write }: ClientFlags): ConfigFile | Unreadable {
  try {
    return readConfigFile(config);
  } catch (error) {
    if (write || !(error instanceof CommandFailed)) throw error;
    return { unreadable: error.message };
  }
}

interface Outcome {
  readonly config: unknown;
  readonly written: string | null;
  readonly file: ConfigFile | Unreadable;
}

function text({ url, send = true }: ClientFlags, verdict: Verdict, outcome: Outcome): string {
  const {
    requests,
    callbacks,
    proposals,
    failures,
    questions,
    sent_to_app: sent,
    not_counted: ignored,
  } = verdict;
  if (requests === 0 && failures.length === 0)
    return `No client has called the API of the sandbox at ${url} yet. Let yours make its calls, and ask again.`;
  const seen = `${counted(requests, 'request')} and ${counted(callbacks, 'callback')} in the sandbox at ${url}`;
  const head =
    proposals.length > 0
      ? `Based on ${seen}, this client needs:`
      : failures.length > 0
        ? `Based on ${seen}, this client fails:`
        : `Nothing needs changing for this client, based on ${seen}.`;
  const unsolved = failures.filter(({ needs }) => needs.length === 0);
  const needsApp = !send && unsolved.some(({ callback }) => callback !== null);
  return [
    head,
    ...proposals.map(proposalText),
    ...list(proposals.length > 0 && 'No setting was found for:', unsolved.map(failureText)),
    ...(needsApp ? ['Callbacks are tried only without `--no-send`.'] : []),
    ...list('Check:', questions),
    ...list(`${compatibilityEnglish.notCounted}:`, ignored.map(notCountedText)),
    ...(sent > 0 ? [`${counted(sent, 'request')} went to your app to try this.`] : []),
    ...(proposals.length > 0 ? howToSet(url, proposals, outcome) : []),
    ...(failures.length > 0 ? [fixedSince] : []),
  ].join('\n\n');
}

function proposalText({ setting, evidence, why, config }: Verdict['proposals'][number]): string {
  return [
    setting,
    `  ${faint('seen')}  ${oneLine(evidence)}`,
    `  ${faint('why')}   ${oneLine(why)}`,
    `  ${faint('set')}   ${jsonText(config)}`,
  ].join('\n');
}

function failureText({ what, count, reason, request, callback }: Verdict['failures'][number]): string {
  const id = request === null ? `callback ${callback}` : `request ${request}`;
  return `${coloured('red', what)}${times(count)}: ${oneLine(reason)} ${faint(`[${id}]`)}`;
}

function notCountedText({ what, count, reason, why, request }: Verdict['not_counted'][number]): string {
  return `${what}${times(count)}: ${oneLine(reason)} ${compatibilityEnglish.whyNotCounted[why]} ${faint(`[request ${request}]`)}`;
}

function times(count: number): string {
  return count > 1 ? ` (${count} times)` : '';
}

function list(head: string | false, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  return [[...(head === false ? [] : [head]), ...lines.map((line) => `  ${line}`)].join('\n')];
}

/** The file takes effect at the next start. Settings can also be changed right away. */
function howToSet(
  url: string,
  proposals: Verdict['proposals'],
  { config, written, file }: Outcome,
): readonly string[] {
  const whole =
    written === null
      ? [
          `The whole ${'unreadable' in file ? 'config' : file.path}, for the next start:\n\n${prettyText(config)}`,
        ]
      : [`Wrote ${oneLine(written)}. It is read at the next start.`];
  const unreadable =
    'unreadable' in file ? [oneLine(`${file.unreadable} The config above is without it.`)] : [];
  const settings = proposals.some(({ config: each }) => each.settings !== undefined);
  return [...whole, ...unreadable, ...(settings ? [atOnce(url, proposals)] : [])];
}

function atOnce(url: string, proposals: Verdict['proposals']): string {
  const patches = proposals.flatMap(({ config: { settings } }) => (settings ? [jsonText(settings)] : []));
  const lines = patches.map(
    (patch) => `curl -X PATCH ${url}/_sandbox/api/settings -H 'Content-Type: application/json' -d '${patch}'`,
  );
  return `Settings, without a restart:\n\n${lines.join('\n')}`;
}

function prettyText(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => oneLine(line))
    .join('\n');
}
