import { expect } from 'vitest';
import { attribute, elements, textOf, type Page } from './browser.ts';

/** The words in Latin letters that a page says to those who see it or hear it, addresses aside. */
export function latinIn(html: string): string[] {
  return (
    saidOn(apart(html))
      .replace(/https?:\S+/g, '')
      .match(/\p{Script=Latin}+/gu) ?? []
  );
}

/** What a page says to those who see it or hear it. */
function saidOn(html: string): string {
  const body = elements(html, 'body')[0]!;
  const spoken = ['alt', 'aria-label', 'aria-valuetext', 'aria-roledescription', 'placeholder'];
  const all = ['a', 'button', 'dialog', 'div', 'form', 'img', 'input', 'nav', 'section', 'svg'];
  const labels = [...all, 'video'].flatMap((tag) =>
    elements(html, tag).flatMap((element) => spoken.map((key) => attribute(element, key) ?? '')),
  );
  const head = elements(html, 'meta')
    .filter((tag) => /description|og:title/.test(attribute(tag, 'name') ?? ''))
    .map((tag) => attribute(tag, 'content') ?? '');
  const title = elements(html, 'title').map((tag) => textOf(tag));
  return [textOf(body), ...labels, ...head, ...title].join(' ');
}

/** A page without its scripts, and with a space where one element ends and another begins. */
function apart(html: string): string {
  return html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replaceAll('><', '> <');
}

/** Whether a page is Greek, but for words that are the same in it, and says something. */
export const expectGreekBut = (messages: string) => {
  const allowed = new Set(messages.match(/\p{Script=Latin}+/gu));
  return ({ html }: Pick<Page, 'html'>, says = '', name?: string): void => {
    expect(html, name).toContain('<html lang="el"');
    expect(
      latinIn(html).filter((word) => !allowed.has(word)),
      name,
    ).toEqual([]);
    expect(textOf(html), name).toContain(says);
  };
};
