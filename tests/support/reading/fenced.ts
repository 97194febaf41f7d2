import { readFileSync } from 'node:fs';

const FILE = 'docs/operations.md';

/** Returns the text of docs/operations.md. */
export function operationsText(): string {
  return readFileSync(FILE, 'utf8');
}

/** Returns its first code block in a language that contains a text, so that tests run the documented text. */
export function operationsBlock(language: string, containing = ''): string {
  const blocks = operationsText()
    .split('```' + language + '\n')
    .slice(1);
  const block = blocks.map((one) => one.split('\n```')[0]!).find((b) => b.includes(containing));
  if (block === undefined) throw new Error(`${FILE} has no block of ${language}`);
  return block;
}
