import { expect } from 'vitest';
import { attribute, elements, textOf, texts, type Page } from './browser.ts';

/** Returns the words in Latin letters that a page shows or a screen reader reads out, except URLs. */
export function findLatinWords(html: string): string[] {
  return (
    readPageText(separateElements(html))
      .replace(/https?:\S+/g, '')
      .match(/\p{Script=Latin}+/gu) ?? []
  );
}

/** Returns the visible text of a page together with its accessible names and meta texts. */
function readPageText(html: string): string {
  const body = elements(html, 'body')[0]!;
  const spoken = ['alt', 'aria-label', 'aria-valuetext', 'aria-roledescription', 'placeholder'];
  const tags = ['a', 'button', 'dialog', 'div', 'form', 'img', 'input', 'nav', 'section', 'svg'];
  const labels = [...tags, 'video'].flatMap((tag) =>
    elements(html, tag).flatMap((element) => spoken.map((key) => attribute(element, key) ?? '')),
  );
  const head = elements(html, 'meta')
    .filter((tag) => /description|og:title/.test(attribute(tag, 'name') ?? ''))
    .map((tag) => attribute(tag, 'content') ?? '');
  const title = texts(html, 'title');
  return [textOf(body), ...labels, ...head, ...title].join(' ');
}

/** Removes scripts and styles and puts a space between adjacent elements. */
function separateElements(html: string): string {
  return html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replaceAll('><', '> <');
}

/** Returns a check that a page is Greek except for these words, and contains a text. */
export const expectGreekBut = (messages: string) => {
  const allowed = new Set(messages.match(/\p{Script=Latin}+/gu));
  return ({ html }: Pick<Page, 'html'>, says = '', name?: string): void => {
    expect(html, name).toContain('<html lang="el"');
    expect(
      findLatinWords(html).filter((word) => !allowed.has(word)),
      name,
    ).toEqual([]);
    expect(textOf(html), name).toContain(says);
  };
};
