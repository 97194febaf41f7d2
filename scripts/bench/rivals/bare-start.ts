// A minimal React server: loads react-dom, listens and renders one page.
import { createServer } from 'node:http';
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

const page = createElement('html', null, createElement('body', null, 'A page.'));
createServer((_, response) => {
  const { pipe } = renderToPipeableStream(page, { onAllReady: () => pipe(response) });
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('"listening"'));
