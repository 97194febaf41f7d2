import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../front/program.ts';
import { eventually } from '../reading/eventually.ts';
import { newFolder } from '../servers/new-data.ts';
import type { Engine, EngineOptions } from './engine.ts';

export const FIREFOX_PROGRAMS = ['firefox-esr'] as const;

/** Starts headless Firefox and controls it with its built-in WebDriver BiDi. */
export async function startFirefox({ hasScripts }: EngineOptions): Promise<Engine> {
  const profile = newFolder();
  writeFileSync(join(profile, 'user.js'), `user_pref("javascript.enabled", ${hasScripts});\n`);
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const firefox = runProgram('firefox-esr', args, { HOME: profile });
  const url = await eventually(() => {
    const [, listening] = /WebDriver BiDi listening on (ws:\S+)/.exec(firefox.output()) ?? [];
    if (!listening) throw new Error(`Firefox did not start: ${firefox.output()}`);
    return listening;
  });
  const violations: string[] = [];
  const { call, close } = await connect(`${url}/session`, (violation) =>
    violations.push(violation),
  );
  await call('session.new', { capabilities: {} });
  await call('session.subscribe', { events: ['script.message'] });
  await call('script.addPreloadScript', {
    functionDeclaration: `(report) => addEventListener('securitypolicyviolation',
      ({ effectiveDirective, blockedURI }) => report(effectiveDirective + ' ' + blockedURI))`,
    arguments: [{ type: 'channel', value: { channel: 'violations' } }],
  });
  return {
    ...(await createBidiEngine(call)),
    violations,
    async stop() {
      close();
      await firefox.stop();
    },
  };
}

type Call = <Result>(method: string, params: object) => Promise<Result>;

interface Message {
  id?: number;
  result?: unknown;
  error?: string;
  message?: string;
  params?: { data?: { value?: string } };
}

/** Opens a WebDriver BiDi connection. `onReport` is called with each message of a preload script. */
async function connect(url: string, onReport: (text: string) => void) {
  const socket = new WebSocket(url);
  const pending = new Map<number, PromiseWithResolvers<never>>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message, params } = JSON.parse(data as string) as Message;
    if (id === undefined) return onReport(params?.data?.value ?? '');
    const answer = pending.get(id);
    if (error) answer?.reject(new Error(`${error}: ${message}`));
    else answer?.resolve(result as never);
    pending.delete(id);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const call: Call = (method, params) => {
    const answer = Promise.withResolvers<never>();
    pending.set((lastId += 1), answer);
    socket.send(JSON.stringify({ id: lastId, method, params }));
    return answer.promise;
  };
  return { call, close: () => socket.close() };
}

async function createBidiEngine(call: Call): Promise<Omit<Engine, 'violations' | 'stop'>> {
  const getTree = () => call<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const listTabs = async () => (await getTree()).contexts.map(({ context }) => context);
  let [context] = await listTabs();
  return {
    async run(source, args) {
      const { result, exceptionDetails } = await call<{
        result?: { value: string };
        exceptionDetails?: { text: string };
      }>('script.callFunction', {
        target: { context },
        functionDeclaration: `(args) => JSON.stringify((${source})(...JSON.parse(args)) ?? null)`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        awaitPromise: false,
      });
      if (!result) throw new Error(exceptionDetails?.text);
      return JSON.parse(result.value);
    },
    navigate: (url) => call('browsingContext.navigate', { context, url, wait: 'complete' }),
    async perform(sources) {
      await call('input.performActions', { context, actions: sources });
      await call('input.releaseActions', { context });
    },
    async setFiles(selector, files) {
      const { nodes } = await call<{ nodes: object[] }>('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value: selector },
      });
      await call('input.setFiles', { context, element: nodes[0], files });
    },
    resize: (width, height) =>
      call('browsingContext.setViewport', { context, viewport: { width, height } }),
    listTabs,
    async chooseTab(id) {
      context = id;
      await call('browsingContext.activate', { context });
    },
    closeTab: () => call('browsingContext.close', { context }),
  };
}
