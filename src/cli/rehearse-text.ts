import { wholeDay } from '../rehearse/arrivals.ts';
import { problematic } from '../rehearse/closing.ts';
import type { Customer } from '../rehearse/customer.ts';
import type { Day, Progress } from '../rehearse/day.ts';
import { mendOf } from '../rehearse/mend.ts';
import type { Outcome } from '../rehearse/outcome.ts';
import { problemKinds } from '../rehearse/outcome.ts';
import type { RehearsalOptions } from '../rehearse/rehearsal-options.ts';
import { type Group, groupsOf, isCounted, leftOpen, resultText, unopened } from '../rehearse/report.ts';
import { storyOf } from '../rehearse/story.ts';
import { verdictColours } from './audit-text.ts';
import { coloured, faint, oneLine } from './output.ts';

const nameWidth = 26;
const mostStoriesOfKind = 3;

/** The report for people: each kind of customer, then what happened to the first orders of each kind of problem. */
export function dayText(options: RehearsalOptions, day: Day): string {
  const blocks = [...gatewaysText(groupsOf(day)), ...storiesText(day), summaryText(options, day)];
  return `\n${blocks.join('\n\n')}`;
}

/** The output of `--list`. */
export function customersText(customers: readonly Customer[]): string {
  return customers
    .map(
      ({ id, does, expects }) => `${id.padEnd(nameWidth)}${does} ${faint(`The order must be ${expects}.`)}`,
    )
    .join('\n');
}

/** A line such as `30 of 120 s, 600 customers, 4 still here, 1780 answers, 0 refusals`. */
export function progressText(
  { durationMs }: Pick<RehearsalOptions, 'durationMs'>,
  { tookMs, came, here, messages, refused }: Progress,
): string {
  const seconds = `${Math.floor(tookMs / 1000)} of ${durationMs / 1000} s`;
  return `${seconds}, ${came} customers, ${here} still here, ${messages} answers, ${refused} refusals`;
}

/** Such as `Waiting for 2 orders: each has 5 s after its last message to be paid (--late).` */
export function waitText({ lateMs }: Pick<RehearsalOptions, 'lateMs'>, orders: number): string {
  const which = orders === 1 ? '1 order: it' : `${orders} orders: each`;
  return `Waiting for ${which} has ${lateMs / 1000} s after its last message to be paid (--late).`;
}

function gatewaysText(groups: readonly Group[]): readonly string[] {
  const gateways = [...new Set(groups.map(({ gateway }) => gateway))];
  return gateways.map((name) =>
    [name, ...groups.filter(({ gateway }) => gateway === name).map(groupText)].join('\n'),
  );
}

function groupText({ verdict, customer, reason }: Group): string {
  const mark = coloured(verdictColours[verdict], verdict);
  return `  ${mark}  ${customer.id.padEnd(nameWidth)}${reason}`;
}

function storiesText({ outcomes }: Day): readonly string[] {
  const wrong = problematic(outcomes);
  return problemKinds.flatMap((kind) => {
    const ofKind = wrong.filter(({ problem }) => problem?.kind === kind);
    const more = ofKind.length - mostStoriesOfKind;
    const rest = more > 0 ? [faint(`… and ${more} more ${kind}: --json shows all of them.`)] : [];
    return [...ofKind.slice(0, mostStoriesOfKind).map(storyText), ...rest];
  });
}

function storyText(outcome: Outcome): string {
  const { problem, gateway, customer, order } = outcome;
  const name = order ? `${order.invoiceNo}, transaction ${order.transactionId}` : 'no order';
  return [
    `${coloured('red', problem?.kind ?? '')}  ${oneLine(name)} (${gateway}, ${customer.id})`,
    `  ${oneLine(problem?.reason)}`,
    ...storyOf(outcome).map((line) => `  ${faint(oneLine(line))}`),
    `  ${oneLine(mendOf(outcome))}`,
  ].join('\n');
}

function summaryText({ rate: asked, seed, weather, gateways }: RehearsalOptions, day: Day): string {
  const { outcomes, tookMs, rate, isCut } = day;
  const open = leftOpen(day);
  const result = resultText(day) || 'all as expected';
  const came =
    outcomes.length === 0
      ? 'No customers came.'
      : `${outcomes.length === 1 ? '1 order' : `${outcomes.length} orders`} in ${(tookMs / 1000).toFixed(1)} s: ${result}.`;
  const lines = [`${came} Seed ${seed}, weather ${weather}.`];
  if (isCut) lines.push('Ended early.');
  else if (rate < asked * 0.95)
    lines.push(
      `Customers came at ${rate.toFixed(1)} per second instead of ${asked}: too many were waiting for your app.`,
    );
  const whole = wholeDay(gateways);
  if (!isCut && outcomes.length < whole)
    lines.push(`Each kind of customer with each gateway takes ${whole} orders: this day was too short.`);
  if (open > 0)
    lines.push(
      `What your app does with the returns of ${open === 1 ? '1 order' : `${open} orders`} is left open: the return page may need a login, and the rehearsal has none.`,
    );
  if (unopened(day) > 0)
    lines.push(
      `${unopened(day) === 1 ? '1 order' : `${unopened(day)} orders`} could not be made while the gateway refused calls of your app, or its responses were lost or late.`,
    );
  if (!isCounted(day))
    lines.push(
      'Whether a payment was recorded twice is left open: the answer of the check has no "paid_times".',
    );
  return lines.join('\n');
}
