import type { EtaConfig } from 'eta';

type Plugin = EtaConfig['plugins'][number];

/**
 * Lets a template collect its output in an array and join it at the end. Eta's own output is one string that grows by `+=`: V8 keeps such
 * a string as a tree of its pieces, and takes five times as long to read it as `join` takes to make a flat one.
 */
export const joinedOutput: Plugin = {
  processAST: (parts) => [
    exec('const out = []'),
    ...parts.map((part) => (typeof part === 'string' ? push(`'${part}'`) : printed(part))),
    exec(flush),
  ],
};

const flush = "__eta.res += out.join('')";

type Part = Exclude<Parameters<NonNullable<Plugin['processAST']>>[0][number], string>;

function printed(part: Part): Part {
  // What stands in a layout is most of the page: each layout around it would copy all of it.
  if (part.t === 'r' && part.val.trim() === 'it.body') return exec(`${flush} + it.body; out.length = 0`);
  if (part.t === 'i') return push(`__eta.e(${part.val})`);
  if (part.t === 'r') return push(part.val);
  return part;
}

function push(value: string): Part {
  return exec(`out.push(${value})`);
}

function exec(code: string): Part {
  return { t: 'e', val: code };
}
