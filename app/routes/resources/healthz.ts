import { findStoreProblem } from '#db/engine/health.ts';

export async function loader() {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  const fault = await findStoreProblem();
  return fault === null
    ? new Response('ok\n', { headers })
    : new Response(`${fault}\n`, { status: 503, headers });
}
