import { expect, test } from 'vitest';
import { insightsFeed } from '#app/content/articles/insights-feed.server.ts';
import { parseRichText, richHtml } from '#app/content/articles/rich-text.server.ts';

test.each([
  ['<p>Oak &amp; <em>ash</em><br>a &lt; b</p>', '<p>Oak &amp; <em>ash</em><br>a &lt; b</p>'],
  [
    '<a href="/projects?a=1&amp;b=2">x</a>',
    '<a href="https://d.example/projects?a=1&amp;b=2">x</a>',
  ],
  ['<a href="https://e.example/">x</a>', '<a href="https://e.example/">x</a>'],
  ['<a href="#part">x</a>', '<a href="#part">x</a>'],
  ['<script>x</script><b>bold</b>', 'bold'],
])('SE-5 %s leaves the site as %s', (written, html) => {
  expect(richHtml(parseRichText(written), { origin: 'https://d.example', language: 'en' })).toBe(
    html,
  );
});

test('SE-5 the feed holds whole articles: text, quotes, pictures with their captions', () => {
  const feed = insightsFeed('https://d.example', 'en');
  expect(feed).toContain('&lt;h2&gt;Buy well&lt;/h2&gt;');
  expect(feed).toContain('&lt;blockquote&gt;&lt;p&gt;If you have to fill a gap');
  expect(feed).toContain('src=&quot;https://d.example/pictures/facility-4-960.jpg&quot;');
  expect(feed).toContain('&lt;figcaption&gt;Oak boards. The dark lines are its years');
});
