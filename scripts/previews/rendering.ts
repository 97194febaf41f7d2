import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { type PreviewCard, previewCards } from '#app/content/preview-cards.server.ts';
import { ContentError } from '#app/content/read-content.server.ts';
import { drawCard } from './card-drawing.ts';

/** Draws the cards whose file is missing or shows something else; returns their number. */
export async function renderPreviews(): Promise<number> {
  let written = 0;
  for (const card of previewCards) {
    const target = `public${card.src}`;
    const shown = fingerprint(card);
    if ((await shownIn(target)) === shown) continue;
    mkdirSync(dirname(target), { recursive: true });
    await (
      await drawCard(card)
    )
      .jpeg({ quality: 80, mozjpeg: true })
      .withExif({ IFD0: { ImageDescription: shown } })
      .toFile(target);
    written++;
  }
  return written;
}

/** What a card shows, in short: it is written into the file, so that a change of it is noticed. */
function fingerprint({ lines, note, picture }: PreviewCard): string {
  const { name, focus, drawing } = picture;
  const original = `app/content/pictures/${name}.jpg`;
  if (!existsSync(original)) throw new ContentError(`${original}: missing, a preview shows it`);
  const hash = createHash('sha256').update(readFileSync(original));
  return hash
    .update(JSON.stringify([lines, note, focus, drawing]))
    .digest('hex')
    .slice(0, 32);
}

async function shownIn(file: string): Promise<string | undefined> {
  if (!existsSync(file)) return undefined;
  const { exif } = await sharp(file).metadata();
  return exif && /[0-9a-f]{32}/.exec(exif.toString('latin1'))?.[0];
}
