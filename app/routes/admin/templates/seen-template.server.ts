import type { SeenTemplate } from '#app/domain/replies/templates.server.ts';

/** Which template a form is about, as its page showed it; null when it is about none. */
export function seenTemplate(form: FormData): SeenTemplate | null {
  const [id, version] = ['id', 'version'].map((name) => String(form.get(name) ?? ''));
  if (![id, version].every((number) => /^\d{1,15}$/.test(number!))) return null;
  return { id: Number(id), version: Number(version) };
}
