import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sign } from '../../src/protocol/signature.ts';
import { program } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { blocksOf } from '../support/doc-blocks.ts';
import { forged, genuine, halfForReplacement, key } from './verify-cases.ts';

const programs = {
  node: {
    file: 'verify.mjs',
    run: 'run.mjs',
    text: `import { readFileSync } from 'node:fs';
      import { verifiedFields } from './verify.mjs';
      const raws = JSON.parse(readFileSync('raws.json', 'utf8'));
      console.log(JSON.stringify(raws.map((raw) => verifiedFields(raw, process.argv[2]))));`,
    command: [process.execPath, 'run.mjs'],
  },
  php: {
    file: 'verify.php',
    run: 'run.php',
    text: `<?php
      require 'verify.php';
      $raws = json_decode(file_get_contents('raws.json'), true);
      echo json_encode(array_map(fn ($raw) => verifiedFields($raw, $argv[1]), $raws));`,
    command: ['php', 'run.php'],
  },
  python: {
    file: 'verify.py',
    run: 'run.py',
    text: 'import json, sys\nfrom verify import verified_fields\nraws = json.load(open("raws.json", encoding="utf-8"))\nprint(json.dumps([verified_fields(raw, sys.argv[1]) for raw in raws]))',
    command: ['python3', 'run.py'],
  },
  go: {
    file: 'verify.go',
    run: 'run.go',
    text: `package main
      import ("encoding/json"; "fmt"; "os")
      func main() {
        text, _ := os.ReadFile("raws.json")
        var raws []string
        json.Unmarshal(text, &raws)
        results := []map[string]string{}
        for _, raw := range raws { results = append(results, verifiedFields(raw, os.Args[1])) }
        given, _ := json.Marshal(results)
        fmt.Println(string(given))
      }`,
    command: ['go', 'run', 'verify.go', 'run.go'],
  },
} as const;

const isThere = (command: string) => spawnSync(command, ['-version']).error === undefined;

/** The JDK has no JSON parser: the program gets one query per line, and prints fields in the same format. */
const javaRun = `import java.nio.file.*;
  class Run {
    public static void main(String[] args) throws Exception {
      for (String raw : Files.readAllLines(Path.of("raws.txt"))) {
        var fields = Signature.verifiedQuery(raw, args[0]);
        System.out.println(fields == null ? "null" : new java.util.TreeMap<>(fields));
      }
      System.out.println(Signature.verifiedQuery(null, args[0]));
      var half = java.util.Map.of("invoice_no", "a\\ud800", "hashed", args[1]);
      System.out.println(Signature.verifiedFields(half.entrySet(), args[0]));
    }
  }`;

describe.each(Object.keys(programs) as (keyof typeof programs)[])(
  'gateway-sandbox snippet verify --lang %s',
  (lang) => {
    const [command, ...args] = programs[lang].command;

    test.skipIf(!isThere(command))(
      'prints a function that takes what is genuine, and refuses the rest',
      () => {
        const { file, run, text } = programs[lang];
        const cwd = testFolder();
        const raws = [...Object.values(genuine).map(([raw]) => raw), ...Object.values(forged)];
        writeFileSync(join(cwd, file), printed(lang));
        writeFileSync(join(cwd, run), text);
        writeFileSync(join(cwd, 'raws.json'), JSON.stringify(raws));
        const results = JSON.parse(
          execFileSync(command, [...args, key], { cwd, encoding: 'utf8' }),
        ) as unknown[];
        const named = (values: readonly unknown[]) =>
          Object.fromEntries(
            [...Object.keys(genuine), ...Object.keys(forged)].map((name, at) => [name, values[at]]),
          );
        const right = [
          ...Object.values(genuine).map(([, given]) => given),
          ...Object.values(forged).map(() => null),
        ];
        // Go's JSON decoder reads half a character as U+FFFD, so the function returns what was signed.
        const except = lang === 'go' ? { [halfForReplacement]: { invoice_no: 'a\ufffd' } } : {};
        expect(named(results)).toEqual({ ...named(right), ...except });
      },
    );

    test.skipIf(lang === 'go')('is what docs/guides/signature.md shows', () => {
      const { file } = programs[lang];
      const block = blocksOf('docs/guides/signature.md').find(({ name }) => name === file);
      expect(block?.code.startsWith(readFileSync(`fixtures/snippets/${file}`, 'utf8'))).toBe(true);
    });
  },
);

test.skipIf(!isThere('javac'))(
  'gateway-sandbox snippet verify --lang java prints a class that takes genuine queries, and refuses the rest',
  () => {
    const cwd = testFolder();
    const isQuery = (raw: string) => !raw.startsWith('{');
    const taken = Object.values(genuine).filter(([raw]) => isQuery(raw));
    const refused = Object.values(forged).filter(isQuery);
    writeFileSync(join(cwd, 'Signature.java'), printed('java'));
    writeFileSync(join(cwd, 'Run.java'), javaRun);
    writeFileSync(join(cwd, 'raws.txt'), [...taken.map(([raw]) => raw), ...refused].join('\n'));
    execFileSync('javac', ['-encoding', 'UTF-8', 'Signature.java', 'Run.java'], { cwd });
    const { hashed: ofOther } = sign([['invoice_no', 'a?']], key);
    const results = execFileSync('java', ['-Dfile.encoding=UTF-8', '-cp', '.', 'Run', key, ofOther], {
      cwd,
      encoding: 'utf8',
    });
    expect(results.trimEnd().split('\n')).toEqual([
      ...taken.map(([, given]) => javaMap(given)),
      ...refused.map(() => 'null'),
      'null',
      'null',
    ]);
  },
);

function javaMap(fields: object): string {
  const entries = Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, value]) => `${name}=${value}`).join(', ')}}`;
}

/** Everything behind the first question mark: a `return_url` may have further ones in its query. */
const wholeQuery = ".replace(/^[^?]*\\??/, '')";

test('a handler in Node.js reads the whole query, with the question marks in it', () => {
  const [, usage = ''] = /return_url: (.+)/.exec(printed('node', 'cardgw')) ?? [];
  expect(usage).toContain(wholeQuery);
  const read = new Function('verifiedFields', 'request', 'secretKey', `return ${usage}`);
  const queryOf = (url: string) => read((raw: string) => raw, { url }, key);
  expect(queryOf('/return?next=/order?id=7&approved=1')).toBe('next=/order?id=7&approved=1');
  expect(queryOf('http://localhost/return?a=1')).toBe('a=1');
  expect(queryOf('/return')).toBe('');
});

test.each(['axios', 'first-callback'])('docs/guides/%s.md reads the query in the same way', (guide) => {
  const code = blocksOf(`docs/guides/${guide}.md`).map((block) => block.code);
  const lines = code
    .flatMap((text) => text.split('\n'))
    .filter((line) => /request\.(url|originalUrl)/.test(line));
  expect(lines).toEqual([expect.stringContaining(wholeQuery)]);
});

test('with --gateway it says how the gateway sends its callback, and how a handler reads it', () => {
  expect(printed('php', 'cardgw')).toMatch(
    /\n\n\/\/ cardgw sends a GET to your return_url: verifiedFields\(\$_SERVER\['QUERY_STRING'\] \?\? '', \$secretKey\)\n$/,
  );
  expect(printed('python', 'aggregator')).toMatch(
    /\n\n# aggregator sends a POST to your callback_url: .*body.*\n# The browser returns with a GET: .*QUERY_STRING.*\n$/,
  );
  expect(printed('go', 'cardgw')).toMatch(
    /\n\n\/\/ cardgw sends a GET to your return_url: .*RawQuery, secretKey\)\n$/,
  );
  expect(printed('java', 'aggregator')).toMatch(
    /\n\n\/\/ aggregator sends a POST .*Signature\.verifiedFields.*\n.*Query.*\n$/,
  );
  expect(printed('node', 'walletA')).toMatch(
    /\/\/ walletA sends no callback: its confirm answers with the result\.\n$/,
  );
});

function printed(lang: keyof typeof programs | 'java', gateway?: string): string {
  const args = ['snippet', 'verify', '--lang', lang, ...(gateway ? ['--gateway', gateway] : [])];
  return execFileSync(process.execPath, [program, ...args], { encoding: 'utf8' });
}
