import { createProofOfWorkChallenge } from '#app/domain/enquiries/verification.server.ts';

/** Returns a new challenge for the proof of work of the contact form. */
export async function loader() {
  const headers = { 'Cache-Control': 'no-store' };
  return Response.json(await createProofOfWorkChallenge(Date.now()), { headers });
}
