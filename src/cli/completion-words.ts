import type { Command, Option } from 'commander';
import { gatewayTokens } from '../gateways/index.ts';
import { profiles } from '../settings/call-settings.ts';
import { deliveryOrders, tamperings } from '../settings/delivery.ts';
import { settingEntries } from '../settings/settings.ts';
import { latencies, weathers } from '../settings/weather.ts';
import { logFormats } from './log-outputs.ts';
import { outcomes } from './pay-flags.ts';

/** A word to complete, and its description. */
export interface Word {
  readonly word: string;
  readonly help: string;
}

/** `values` is undefined for a flag without a value, and empty for one that accepts any value. */
export interface Flag extends Word {
  readonly values: readonly string[] | undefined;
}

/** A command, and what can follow it. */
export interface Place {
  /** The command's words, such as `checkouts approve`. Empty at the top level. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly flags: readonly Flag[];
}

const settingNames = settingEntries.map(([name]) => name);

/** Flags whose values commander does not know, because something else checks them. */
const checkedElsewhere: Readonly<Record<string, readonly string[]>> = {
  '--set': settingNames.map((name) => `${name}=`),
  '--profile': profiles,
  '--weather': weathers,
  '--latency': latencies,
  '--log': logFormats,
  '--gateway': gatewayTokens,
  '--outcome': outcomes,
  '--order': deliveryOrders,
  '--tamper': tamperings,
};

/** Reads everything that can be completed from commander. */
export function placesOf(program: Command): readonly Place[] {
  const start = program.commands.find((each) => each.name() === 'start');
  return placesIn(program, '', start ? flagsOf(start) : []);
}

function placesIn(command: Command, path: string, inherited: readonly Flag[]): Place[] {
  const commands = command.createHelp().visibleCommands(command);
  const own = flagsOf(command);
  const flags = [...own, ...inherited.filter(({ word }) => own.every((each) => each.word !== word))];
  const words = [
    ...commands.map((each) => ({ word: each.name(), help: each.description() })),
    ...argumentsOf(command, path).map((word) => ({ word, help: '' })),
  ];
  // Subcommands accept the flags of their group. The flags of `start` apply to `start` only.
  const passedOn = path === '' ? [] : flags;
  const below = commands
    .filter((each) => each.name() !== 'help')
    .flatMap((each) => placesIn(each, `${path} ${each.name()}`.trim(), passedOn));
  return [{ path, words, flags }, ...below];
}

function argumentsOf(command: Command, path: string): readonly string[] {
  if (path === 'settings' || path === 'settings reset') return settingNames;
  if (path === 'pay') return gatewayTokens;
  return command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
}

function flagsOf(command: Command): Flag[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap((option) =>
      option.long ? [{ word: option.long, help: option.description, values: valuesOf(option) }] : [],
    );
}

function valuesOf(option: Option): readonly string[] | undefined {
  if (!option.required && !option.optional) return undefined;
  return option.argChoices ?? checkedElsewhere[option.long ?? ''] ?? [];
}
