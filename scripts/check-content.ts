/**
 * Reads all content once, so that a build stops at a bad entry: one line says which file, where
 * inside it, and why.
 */
import './command-line/closed-pipe.ts';
import { ContentError } from '#app/content/read-content.server.ts';

const sources = [
  ...['projects', 'pictures', 'documents', 'clients'].map((name) => `catalogue/${name}`),
  'articles/articles',
];

try {
  for (const source of sources) await import(`#app/content/${source}.server.ts`);
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(error.message);
  process.exit(1);
}
