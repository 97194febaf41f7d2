// Part of npm run images and of the build: draws the preview cards in
// public/og that are missing or say what their page no longer says.
import './command-line/closed-pipe.ts';
import { ContentError } from '#app/content/read-content.server.ts';
import { renderPreviews } from './previews/cards.ts';

try {
  const written = await renderPreviews();
  if (written > 0) console.log(`${written} previews written to public/og`);
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
