import { readFileSync } from 'node:fs';

const FILE = 'docs/operations.md';

/** The whole of docs/operations.md. */
export function operationsText(): string {
  return readFileSync(FILE, 'utf8');
}

/** Its first block that is fenced as a language and has a text in it: what people copy is what is tested. */
export function operationsBlock(language: string, containing = ''): string {
  const blocks = operationsText()
    .split('```' + language + '\n')
    .slice(1);
  const block = blocks.map((one) => one.split('\n```')[0]!).find((b) => b.includes(containing));
  if (block === undefined) throw new Error(`${FILE} has no block of ${language}`);
  return block;
}
