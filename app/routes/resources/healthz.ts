import { probeStoreForProblem } from '#db/engine/health.ts';

/** Returns 503 with the reason while the database cannot be used. */
export async function loader() {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  const problem = await probeStoreForProblem();
  return problem === null
    ? new Response('ok\n', { headers })
    : new Response(`${problem}\n`, { status: 503, headers });
}
