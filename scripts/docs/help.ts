import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../bundle.ts';
import { articleOf } from './help-html.ts';

/** The guides in the package, in the order of the Help list. */
const guides = [
  'docs/guides/first-payment.md',
  'docs/guides/first-callback.md',
  'docs/guides/callbacks.md',
  'docs/guides/signature.md',
  'docs/guides/faults.md',
  'docs/guides/going-live.md',
  'docs/guides/qa.md',
  'docs/guides/qa-checklist.md',
  'docs/guides/qa.ar.md',
  'docs/guides/qa-checklist.ar.md',
  'docs/troubleshooting.md',
  'docs/glossary.md',
  'docs/policy.md',
];

/** fixtures/help.json: each guide as HTML, by its name in the URL. */
export function helpFile(): string {
  const articles = guides.map((page) => [
    nameOf(page),
    articleOf(page, readFileSync(join(projectRoot, page), 'utf8'), helpOf),
  ]);
  return `${JSON.stringify(Object.fromEntries(articles), null, 2)}\n`;
}

function helpOf(file: string): string | undefined {
  return guides.includes(file) ? nameOf(file) : undefined;
}

function nameOf(page: string): string {
  return (page.split('/').at(-1) ?? '').replace(/\.md$/, '').replace('.', '-');
}
