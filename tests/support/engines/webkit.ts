import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../front/program.ts';
import { eventually } from '../reading/eventually.ts';
import { freePort } from '../servers/free-port.ts';
import { newFolder } from '../servers/new-data.ts';
import type { Engine, EngineOptions } from './engine.ts';

export const WEBKIT_PROGRAMS = ['WebKitWebDriver', 'Xvfb'] as const;

// With its usual toolbar the window cannot be as narrow as a phone.
const NARROW_TOOLBAR =
  '* { min-width: 0; min-height: 0; margin: 0; border-width: 0; padding: 0; font-size: 1px; }';

/** Opens a WebKitGTK window on a virtual screen, with Debian's webkit2gtk-driver. */
export async function startWebKit({ hasScripts }: EngineOptions): Promise<Engine> {
  const folder = newFolder();
  mkdirSync(join(folder, 'gtk-3.0'));
  writeFileSync(join(folder, 'gtk-3.0/gtk.css'), NARROW_TOOLBAR);
  const screenArgs = ['-displayfd', '1', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'];
  const screen = runProgram('Xvfb', screenArgs);
  const display = await eventually(() => {
    const [number] = /^\d+$/m.exec(screen.output()) ?? [];
    if (number === undefined) throw new Error(`Xvfb did not start: ${screen.output()}`);
    return `:${number}`;
  });
  const port = await freePort();
  const driver = runProgram('WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: display,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_DATA_HOME: folder,
  });
  const call = createCaller(`http://127.0.0.1:${port}`);
  await eventually(() => call('GET', '/status'));
  const args = ['--automation', ...(hasScripts ? [] : ['--enable-javascript=false'])];
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { args } } },
  });
  return {
    ...createClassicEngine((method, path, body) =>
      call(method, `/session/${sessionId}${path}`, body),
    ),
    violations: [],
    async stop() {
      await call('DELETE', `/session/${sessionId}`);
      await driver.stop();
      await screen.stop();
    },
  };
}

type Call = <Value>(method: string, path: string, body?: object) => Promise<Value>;

function createCaller(origin: string): Call {
  return async (method, path, body) => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(origin + path, init);
    const { value } = (await response.json()) as { value: never };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
}

/** Speaks the WebDriver protocol over HTTP. */
function createClassicEngine(call: Call): Omit<Engine, 'violations' | 'stop'> {
  const run: Engine['run'] = (source, args) =>
    call('POST', '/execute/sync', { script: `return (${source})(...arguments)`, args });
  return {
    run,
    navigate: (url) => call('POST', '/url', { url }),
    async perform(sources) {
      await call('POST', '/actions', { actions: sources });
      await call('DELETE', '/actions');
    },
    async setFiles(selector, paths) {
      const element = await call<object>('POST', '/element', {
        using: 'css selector',
        value: selector,
      });
      const [id] = Object.values(element) as [string];
      await call('POST', `/element/${id}/value`, { text: paths.join('\n') });
    },
    async resize(width, height) {
      await call('POST', '/window/rect', { width, height });
      const innerHeight = await run<number>('() => innerHeight', []);
      await call('POST', '/window/rect', { width, height: 2 * height - innerHeight });
    },
    listTabs: () => call('GET', '/window/handles'),
    chooseTab: (handle) => call('POST', '/window', { handle }),
    closeTab: () => call('DELETE', '/window'),
  };
}
