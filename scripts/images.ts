// npm run images: makes the pictures, drawings and icons the site serves from the originals in
// app/content/pictures, and the list of them that the pages read. Only what changed is made again.
import './command-line/closed-pipe.ts';
import sharp from 'sharp';
import { describe, writeManifest } from './images/manifest.ts';
import type { ManifestEntry } from './images/manifest.ts';
import { renderIcons } from './images/icons.ts';
import { readOriginals } from './images/originals.ts';
import { renderPicture } from './images/photographs.ts';
import { renderDrawing } from './images/drawings.ts';

async function makeImages(): Promise<void> {
  sharp.concurrency(2);
  const originals = readOriginals();
  const entries: Record<string, ManifestEntry> = {};
  for (const original of originals) entries[original.name] = await describe(original);
  await writeManifest(entries);

  let written = await renderIcons();
  for (const original of originals) {
    written += await renderPicture(original, entries[original.name]?.widths ?? []);
    if (original.drawing) written += await renderDrawing(original.name, original.drawing);
  }
  console.log(`${originals.length} pictures, ${written} files written`);
}

try {
  await makeImages();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
