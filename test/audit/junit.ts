import { execFileSync } from 'node:child_process';

export interface JunitCase {
  readonly name: string;
  readonly classname: string;
  readonly time: string;
  /** `failure` or `skipped`, with its message and full text. */
  readonly outcome: readonly (readonly [tag: string, message: string | null, text: string])[];
}

interface Totals {
  readonly name: string;
  readonly tests: string;
  readonly failures: string;
  readonly errors: string;
  readonly skipped: string;
}

export interface Junit extends Totals {
  readonly suites: readonly (Totals & { readonly cases: readonly JunitCase[] })[];
}

const program = `
import json, sys, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
told = lambda each: [each.tag, each.get('message'), each.text or '']
case = lambda each: {**each.attrib, 'outcome': [told(part) for part in each if part.tag != 'system-out']}
suite = lambda each: {**each.attrib, 'cases': [case(one) for one in each.iter('testcase')]}
print(json.dumps({**root.attrib, 'suites': [suite(each) for each in root.iter('testsuite')]}))
`;

/** Parses a JUnit report with a third-party XML parser. */
export function junitIn(xml: string): Junit {
  return JSON.parse(execFileSync('python3', ['-c', program], { input: xml, encoding: 'utf8' }));
}
