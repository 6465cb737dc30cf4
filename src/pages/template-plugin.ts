import type { EtaConfig } from 'eta';

type Plugin = EtaConfig['plugins'][number];

/**
 * Makes templates collect their output in an array and join it at the end. Eta appends to one string with
 * `+=`, which V8 stores as a tree; flattening it takes five times as long as joining an array.
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
  // The body is most of the page, and each layout around it would copy it again.
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
