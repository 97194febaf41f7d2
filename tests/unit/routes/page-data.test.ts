import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { shortenPageData } from '#app/document-scripts.tsx';

/** Returns what the script of a page enqueues. */
function runScript(script: string): string[] {
  const chunks: string[] = [];
  const streamController = { enqueue: (chunk: string) => chunks.push(chunk) };
  runInNewContext(script, { streamController });
  return chunks;
}

test.each(['plain', '"quoted"', "it's", 'back\\slash', '\\"', "\\'", 'line\nbreak', '\\\\"', ''])(
  'EL-5 shortens the data of a page, and keeps %j in it',
  (text) => {
    const data = JSON.stringify([{ title: text }, text]);
    const script = `streamController.enqueue(${JSON.stringify(data)});streamController.enqueue("x")`;
    const shortened = shortenPageData(script);
    expect(runScript(shortened)).toEqual([data, 'x']);
    expect(shortened.length).toBeLessThan(script.length);
  },
);
