import { storeAnswers } from '#db/health.ts';

/** For load balancers and the container: cheap, and honest about the store. */
export async function loader() {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  const fault = await storeAnswers();
  return fault === null
    ? new Response('ok\n', { headers })
    : new Response(`${fault}\n`, { status: 503, headers });
}
