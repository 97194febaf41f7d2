import { picture } from '#app/content/catalogue/pictures.server.ts';
import { type Language, pathIn } from '#app/content/language.ts';
import { companyWords } from '#app/content/words/company.server.ts';
import { FEED_PATH, pageWords } from '#app/content/words/site.server.ts';
import { type Block, escapeMarkup as xml, richHtml } from './rich-text.server.ts';
import { type Insight, insights } from './articles.server.ts';

interface Readers {
  origin: string;
  language: Language;
}

/** Atom (RFC 4287), newest first (ledger SE-5). */
export function insightsFeed(origin: string, language: Language): string {
  const readers = { origin, language };
  const list = insights[language];
  const { feed, insights: page } = pageWords[language];
  const at = (path: string) => xml(origin + pathIn(language, path));
  const entries = list.toReversed().map((insight) => entryOf(insight, readers));
  const updated = list.map(({ updatedAt }) => updatedAt).sort();
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
  <id>${at(FEED_PATH)}</id>
  <title>${xml(feed.title)}</title>
  <subtitle>${xml(page.description)}</subtitle>
  <updated>${instant(updated.at(-1) ?? '1970-01-01')}</updated>
  <author><name>${xml(companyWords[language].name)}</name><uri>${at('/')}</uri></author>
  <link rel="self" type="application/atom+xml" href="${at(FEED_PATH)}"/>
  <link rel="alternate" type="text/html" href="${at('/insights')}"/>
  <icon>${xml(origin)}/icon-192.png</icon>
${entries.join('')}</feed>
`;
}

function entryOf(insight: Insight, { origin, language }: Readers): string {
  const { id, slug, title, subtitle, createdAt, updatedAt, image, content } = insight;
  const blocks: readonly Block[] = content;
  const lead = pictureHtml(image, picture(image, language).alt, origin);
  const html = lead + blocks.map((block) => blockHtml(block, { origin, language })).join('');
  return `  <entry>
    <id>tag:${new URL(origin).hostname},${createdAt}:${pathIn(language, `/insights/${id}`).slice(1)}</id>
    <title>${xml(title)}</title>
    <published>${instant(createdAt)}</published>
    <updated>${instant(updatedAt)}</updated>
    <link rel="alternate" type="text/html" href="${xml(origin + pathIn(language, `/insights/${slug}`))}"/>
    <summary>${xml(subtitle)}</summary>
    <content type="html">${xml(html)}</content>
  </entry>
`;
}

function blockHtml(block: Block, { origin, language }: Readers): string {
  if (block.type === 'text') return richHtml(block.nodes, { origin, language });
  if (block.type === 'image') return pictureHtml(block.src, block.alt, origin, block.caption);
  if (block.type !== 'quote') {
    const items = block.items.map(({ title, text }) => `<h3>${xml(title)}</h3><p>${xml(text)}</p>`);
    return `<h2>${xml(block.title)}</h2>${items.join('')}`;
  }
  const author = block.author ? `<p>${xml(block.author)}</p>` : '';
  return `<blockquote><p>${xml(block.quote)}</p>${author}</blockquote>`;
}

function pictureHtml(name: string, alt: string, origin: string, caption = ''): string {
  const { width, height } = picture(name, 'en');
  const size = `width="960" height="${Math.round((960 * height) / width)}"`;
  const image = `<img src="${xml(`${origin}/pictures/${name}-960.jpg`)}" alt="${xml(alt)}" ${size}>`;
  return `<figure>${image}${caption && `<figcaption>${xml(caption)}</figcaption>`}</figure>`;
}

function instant(day: string): string {
  return `${day}T00:00:00Z`;
}
