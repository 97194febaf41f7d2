/** However slow its pictures are, the page comes to life after this long. */
const PATIENCE_MS = 1500;

const afterPaint = `await new Promise((go) => {
  setTimeout(go, ${PATIENCE_MS});
  const painted = () => new PerformanceObserver((list) =>
    list.getEntriesByName('first-contentful-paint').length && go()).observe({ type: 'paint', buffered: true });
  document.readyState === 'complete' ? painted() : addEventListener('load', painted);
});`;

/**
 * The inline module that starts a page, changed to wait for the first paint. Then `files`, all that
 * it will need, are fetched at once, and what it imported is imported in the same order.
 */
export function startLater(module: string, files: readonly string[]): string {
  const imports = module
    .replace(/^import \* as (\w+) from (".+?");$/gm, 'const $1 = await import($2);')
    .replace(/import ("[^"]+");?/g, 'await import($1);');
  return `${afterPaint}
for (const href of ${JSON.stringify(files)})
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
${imports}`;
}
