import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { preventBreaks } from '#app/components/line-breaks.tsx';

/** Returns the HTML of a text, with “[” and “]” around what stays on one line. */
const render = (text: string) =>
  renderToStaticMarkup(preventBreaks(text))
    .replace(/<span class="[^"]+">/g, '[')
    .replaceAll('</span>', ']');

test.each([
  ['Το έργο και το σπίτι με τη βεράντα', '[Το έργο] [και το σπίτι] [με τη βεράντα]'],
  ['Ό,τι δεν φαίνεται, το φτιάχνουμε.', 'Ό,τι [δεν φαίνεται,] [το φτιάχνουμε.]'],
  ['Το σχέδιό σας στην πράξη', '[Το σχέδιό σας] [στην πράξη]'],
  ['από το εργοστάσιό μας.', '[από το εργοστάσιό μας.]'],
  ['Τα έπιπλα μασίφ', '[Τα έπιπλα] μασίφ'],
  ['“The tree for the job”', '[“The tree] [for the job”]'],
  ['Pizzas to come, on and off', 'Pizzas [to come,] [on and off]'],
  ['Panorama at', 'Panorama at'],
  ['within 1-2 business days', 'within [1-2] business days'],
  ['Απαντάμε μέσα σε 1–2 ημέρες (3–4).', 'Απαντάμε μέσα [σε 1–2] ημέρες [(3–4).]'],
])('keeps short words with the next word: %s', (text, expected) => {
  expect(render(text)).toBe(expected);
  expect(expected.replace(/[[\]]/g, '')).toBe(text);
});

test('lets long phrases break in narrow windows', () => {
  const html = renderToStaticMarkup(preventBreaks('Οι εγκαταστάσεις με το έργο'));
  expect(html).toBe(
    '<span class="sm:inline-block">Οι εγκαταστάσεις</span> <span class="inline-block">με το έργο</span>',
  );
});

test('returns content that is no text unchanged', () => {
  const content = ['one', 'two'];
  expect(preventBreaks(content)).toBe(content);
});
