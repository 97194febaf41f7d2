import { readFileSync } from 'node:fs';

/** The first block of the README that is fenced as a language and has a text in it: what people copy is what is tested. */
export function readmeBlock(language: string, containing = ''): string {
  const readme = readFileSync('README.md', 'utf8');
  const blocks = readme.split('```' + language + '\n').slice(1);
  const block = blocks.map((text) => text.split('\n```')[0]!).find((b) => b.includes(containing));
  if (block === undefined) throw new Error(`README.md has no block of ${language}`);
  return block;
}
