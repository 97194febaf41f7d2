import { readProcessorMs } from '../../../tests/support/reading/memory.ts';
import { freePort } from '../../../tests/support/servers/free-port.ts';
import { newDataFolder } from '../../../tests/support/servers/new-data.ts';
import { serveSite } from '../../../tests/support/servers/served-site.ts';
import { startProgram } from '../../../tests/support/servers/start-program.ts';
import {
  createRow,
  getLowerMedian,
  pickSize,
  sendLoad,
  startRivalServer,
  type Row,
} from '../measure.ts';

const CONNECTIONS = 64;
const ROUNDS = pickSize(15, 1);
const SERVER_NAMES = ['site', 'bare', 'rendered'] as const;
type ServerName = (typeof SERVER_NAMES)[number];

/** Compares a cached page with the same bytes from node:http, and with react-router-serve. */
export async function measurePage(): Promise<Row[]> {
  await using site = await serveSite();
  await using bare = await startRivalServer('bare-server.ts', site.url);
  await using rendered = await startReactRouterServe();
  const servers: Record<ServerName, Server> = {
    site: { url: site.url, pid: site.pid(), connections: CONNECTIONS },
    bare: { ...bare, connections: CONNECTIONS },
    // It renders every page: more connections would only wait.
    rendered: { ...rendered, connections: 4 },
  };

  const rates: Record<ServerName, number[]> = { site: [], bare: [], rendered: [] };
  // Alternate between the servers, so that other load affects all of them. The first round warms them up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of SERVER_NAMES) {
      const rate = await measureRate(servers[name]);
      if (round > 0) rates[name].push(rate);
    }
  }

  const compare = (rival: ServerName) =>
    getLowerMedian(rates.site.map((rate, round) => rate / rates[rival][round]!));
  const label = 'page from memory';

  return [
    createRow(`${label}: against bare node:http`, compare('bare'), '×', '≥', 0.75),
    createRow(`${label}: against react-router-serve`, compare('rendered'), '×', '≥', 60),
  ];
}

async function startReactRouterServe() {
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: newDataFolder(), NODE_ENV: 'production' };
  const command = 'node_modules/.bin/react-router-serve';
  const program = await startProgram(command, ['build/server/index.js'], env, /http:\/\//);
  return { ...program, url: `http://127.0.0.1:${port}` };
}

interface Server {
  url: string;
  pid: number;
  connections: number;
}

/** Returns responses per millisecond of the server's CPU time, because other processes share the CPUs. */
async function measureRate({ url, pid, connections }: Server): Promise<number> {
  const startMs = readProcessorMs(pid);
  const { count } = await sendLoad({ url, connections, seconds: 1 });
  return count / (readProcessorMs(pid) - startMs);
}
