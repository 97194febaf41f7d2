import { makeChallenge } from '#app/domain/enquiries/verification.server.ts';

/** GET /contact/challenge: a fresh proof-of-work challenge for the contact form's browser. */
export async function loader() {
  const headers = { 'Cache-Control': 'no-store' };
  return Response.json(await makeChallenge(Date.now()), { headers });
}
