import { createProofOfWorkChallenge } from '#app/domain/enquiries/verification.server.ts';

export async function loader() {
  const headers = { 'Cache-Control': 'no-store' };
  return Response.json(await createProofOfWorkChallenge(Date.now()), { headers });
}
