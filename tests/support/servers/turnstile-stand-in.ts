import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './free-port.ts';

export interface TurnstileStandIn {
  origin: string;
  /** The next response of siteverify; with 'hang' there is none. */
  answer: Record<string, unknown> | 'hang' | 'garbage';
  /** The behaviour of the rendered widget. */
  widget: 'passes' | 'silent';
  /** The received posts. */
  receivedForms: URLSearchParams[];
  stop(): Promise<void>;
}

/** Starts a server on loopback that implements Turnstile's siteverify and serves a widget script. */
export async function startTurnstile(): Promise<TurnstileStandIn> {
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return void sendScript(response, standIn.widget);
    standIn.receivedForms.push(new URLSearchParams(await text(request)));
    if (standIn.answer === 'hang') return;
    response.setHeader('content-type', 'application/json');
    if (standIn.answer === 'garbage') response.end('<html>');
    else response.end(JSON.stringify(standIn.answer));
  });
  const standIn: TurnstileStandIn = {
    origin: `http://127.0.0.1:${await listen(server)}`,
    answer: { success: true },
    widget: 'passes',
    receivedForms: [],
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}

/** Sends a script with the part of the widget's API that the page uses, in the size of the real widget. */
function sendScript(response: ServerResponse, widget: TurnstileStandIn['widget']): void {
  response.setHeader('content-type', 'text/javascript');
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
  response.end(`
    const boxes = new Map();
    const pass = (options) => {
      const token = 'passed-' + Math.random();
      if (${widget === 'passes'}) setTimeout(() => options.callback(token), 50);
    };
    window.turnstile = {
      render(place, options) {
        const box = document.createElement('div');
        const [width, height] = options.size === 'compact' ? [150, 140] : [300, 65];
        Object.assign(box.style, { minWidth: width + 'px', height: height + 'px' });
        box.lang = options.language;
        box.textContent = options.theme + ' ' + options['refresh-expired'];
        place.append(box);
        pass(options);
        const name = 'w' + boxes.size;
        boxes.set(name, box);
        return name;
      },
      remove: (name) => boxes.get(name).remove(),
    };`);
}
