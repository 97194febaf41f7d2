/** However slow its pictures are, the page comes to life after this long. */
const PATIENCE_MS = 1500;

const afterPaint = `if (document.readyState !== 'complete') await new Promise((go) => {
  addEventListener('load', go);
  setTimeout(go, ${PATIENCE_MS});
});
if (!document.hidden) await new Promise((go) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))));`;

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
