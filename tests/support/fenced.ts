import { readFileSync } from 'node:fs';

/** The block of the README that is fenced as a language: what people copy is what is tested. */
export function readmeBlock(language: string): string {
  const readme = readFileSync('README.md', 'utf8');
  const block = readme.split('```' + language + '\n')[1]?.split('\n```')[0];
  if (block === undefined) throw new Error(`README.md has no block of ${language}`);
  return block;
}
