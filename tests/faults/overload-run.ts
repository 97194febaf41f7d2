import { Agent, request } from 'node:http';
import { peakMegabytes } from '../support/reading/memory.ts';
import type { ServedSite } from '../support/servers/served-site.ts';

export const CLIENTS = 300;
const ADDRESSES = 4000;
const LONGEST_SECONDS = 60;
/** What the process may hold at most: with room for the system it then lives in 512 MB. */
export const MEMORY_LIMIT_MEGABYTES = 400;

export interface OverloadReport {
  clients: number;
  addresses: number;
  served: number;
  refused: number;
  /** Answers that were neither served nor refused with a Retry-After: must be 0. */
  otherwise: number;
  /** The most memory that the process has held since it started. */
  peakMegabytes: number;
}

/**
 * Asks without a pause, from many addresses, for a page that is rendered for each visitor: for so
 * long, and then until somebody was refused, since a busy machine may take long to ask for too much.
 */
export async function overload(site: ServedSite, seconds: number): Promise<OverloadReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  await ask(site, agent, '10.1.0.1');
  const report = {
    clients: CLIENTS,
    addresses: ADDRESSES,
    served: 0,
    refused: 0,
    otherwise: 0,
    peakMegabytes: 0,
  };
  let sent = 0;
  const startedAt = performance.now();
  const goesOn = () => {
    const limit = report.refused > 0 ? seconds : Math.max(seconds, LONGEST_SECONDS);
    return performance.now() - startedAt < limit * 1000;
  };
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (goesOn()) {
      const address = sent++ % ADDRESSES;
      const { status, retryAfter } = await ask(
        site,
        agent,
        `10.${address >> 8}.0.${address & 255}`,
      );
      if (status === 200) report.served++;
      else if (status === 503 && Number(retryAfter) > 0) report.refused++;
      else report.otherwise++;
    }
  });
  await Promise.all(clients);
  report.peakMegabytes = Math.round(peakMegabytes(site.pid()));
  agent.destroy();
  return report;
}

/** How ten visitors fare, one after another, while one address floods the site. */
export async function floodFromOne(site: ServedSite): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS + 1 });
  let flooding = true;
  const flood = Array.from({ length: CLIENTS }, async () => {
    while (flooding) await ask(site, agent, '10.2.0.1');
  });
  const statuses = [];
  for (let i = 0; i < 10; i++) statuses.push((await ask(site, agent, `10.3.0.${i}`)).status);
  flooding = false;
  await Promise.all(flood);
  agent.destroy();
  return statuses;
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
}

function ask(site: ServedSite, agent: Agent, address: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-forwarded-for': address };
    const sent = request(`${site.url}/contact`, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        const retryAfter = response.headers['retry-after'];
        resolve({ status: response.statusCode ?? 0, retryAfter });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
