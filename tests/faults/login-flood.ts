import { Agent, request } from 'node:http';
import { typed } from '../support/people/enquiry.ts';
import { newVisitor } from '../support/people/enquirer.ts';
import type { ServedSite } from '../support/servers/served-site.ts';

export const FLOODERS = 150;
export const VISITORS = 10;

/** How many answers there were of each status. */
type Statuses = Record<number, number>;

export interface LoginFloodReport {
  connections: number;
  addresses: number;
  /** Answers to the flood: 403 for the bad token, 503 for too many of one address. */
  logins: Statuses;
  /** What the visitors met meanwhile: 200, and 303 for a stored enquiry, VISITORS times each. */
  contact: Statuses;
  enquiries: Statuses;
  pages: Statuses;
  health: Statuses;
}

/**
 * Connections without an account post logins with a bad token, again and again, from `addresses`
 * addresses, while visitors read pages that are not kept yet, open /contact and send an enquiry.
 */
export async function loginFlood(site: ServedSite, addresses: number): Promise<LoginFloodReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: FLOODERS });
  const logins: Statuses = {};
  let flooding = true;
  let underWay = () => {};
  const begun = new Promise<void>((resolve) => (underWay = resolve));
  const flood = Array.from({ length: FLOODERS }, async (_, i) => {
    while (flooding) {
      const status = await postLogin(site, agent, `10.4.0.${i % addresses}`);
      count(logins, status);
      underWay();
    }
  });
  await begun;
  const report = { connections: FLOODERS, addresses, logins, ...(await visits(site)) };
  flooding = false;
  await Promise.all(flood);
  agent.destroy();
  return report;
}

async function visits(site: ServedSite) {
  const met = { contact: {}, enquiries: {}, pages: {}, health: {} };
  for (let i = 0; i < VISITORS; i++) {
    // From an address of the flood: not even there may it stop the others.
    const headers = { 'x-forwarded-for': '10.4.0.0' };
    const ask = async (path: string) => (await fetch(site.url + path, { headers })).status;
    count(met.contact, await ask('/contact'));
    count(met.enquiries, await enquire(site));
    count(met.pages, await ask(`/projects?year=${2000 + i}`));
    count(met.health, await ask('/healthz'));
  }
  return met;
}

function count(statuses: Statuses, status: number): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
}

/** Whether every visitor got what she came for. */
export function lostNobody({ contact, enquiries, pages, health }: LoginFloodReport): boolean {
  const came = [contact[200], enquiries[303], pages[200], health[200]];
  return came.every((answered) => answered === VISITORS);
}

/** The status of a stored enquiry (303), or of the form's page where not even that was to be had. */
async function enquire(site: ServedSite): Promise<number> {
  const visitor = newVisitor(site.url);
  const form = await visitor.get('/contact');
  return form.status === 200 ? (await visitor.submit(form, typed)).status : form.status;
}

const body = 'csrf_token=bad&email=nobody%40mail.example&password=not+the+one';

/** Resolves to the status; 0 for a connection that broke. */
function postLogin(site: ServedSite, agent: Agent, address: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(body),
      'x-forwarded-for': address,
    };
    const options = { agent, method: 'POST', headers };
    const sent = request(`${site.url}/admin`, options, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}
