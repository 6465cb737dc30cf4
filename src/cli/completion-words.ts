import type { Command, Option } from 'commander';
import { profiles } from '../settings/call-settings.ts';
import { settingEntries } from '../settings/settings.ts';

/** A word that can be typed at a place, and what it is for. */
export interface Word {
  readonly word: string;
  readonly help: string;
}

/** A flag; undefined `values` for one that takes none, an empty list where any value fits. */
export interface Flag extends Word {
  readonly values: readonly string[] | undefined;
}

/** One command, and what may come behind it. */
export interface Place {
  /** The commands so far, such as `checkouts approve`; empty before the first. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly flags: readonly Flag[];
}

const settingNames = settingEntries.map(([name]) => name);

/** Everything that can be completed, as commander knows it. */
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
  // A command of a group takes the flags of the group; those of `start` are for `start` alone.
  const passedOn = path === '' ? [] : flags;
  const below = commands
    .filter((each) => each.name() !== 'help')
    .flatMap((each) => placesIn(each, `${path} ${each.name()}`.trim(), passedOn));
  return [{ path, words, flags }, ...below];
}

function argumentsOf(command: Command, path: string): readonly string[] {
  if (path === 'settings' || path === 'settings reset') return settingNames;
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
  if (option.long === '--set') return settingNames.map((name) => `${name}=`);
  // The table of the configuration judges these two itself.
  if (option.long === '--profile') return profiles;
  if (option.long === '--log') return ['text', 'json'];
  return option.argChoices ?? [];
}
