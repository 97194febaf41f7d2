import { healthFault } from '#app/domain/health.server.ts';

/** For load balancers and the container: cheap, and honest about what an operator must know. */
export async function loader() {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  const fault = await healthFault();
  return fault === null
    ? new Response('ok\n', { headers })
    : new Response(`${fault}\n`, { status: 503, headers });
}
