import type { LinkProof } from '#app/domain/accounts/password-reset.server.ts';

/** What a form says about a link, or the reason why it says too little (ledger RP-3). */
export function proofOf(form: FormData): LinkProof | 'missing' | 'incomplete' {
  const field = (name: string) => String(form.get(name) ?? '').trim();
  const code = field('code');
  if (code) return { code };
  const [access, refresh, type] = [field('access_token'), field('refresh_token'), field('type')];
  if (!access) return 'missing';
  return refresh && type ? { access, refresh, type } : 'incomplete';
}
