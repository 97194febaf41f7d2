import { presentBlocks } from '#app/content/articles/articles.server.ts';
import { TEXT_LIMITS } from '#app/content/text-limits.ts';
import { readForm } from '#app/http/forms.server.ts';
import { requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import type { Route } from './+types/live-view-block.ts';

/** Returns one block as the site will show it, with sanitized HTML (security model 1.11). */
export async function action(args: Route.ActionArgs) {
  const { language } = requireAdmin(args.context);
  const { fields: form } = await readForm(args);
  const type = (['steps', 'questions'] as const).find((each) => each === form.get('type'));
  const markdown = String(form.get('text') ?? '').slice(0, TEXT_LIMITS.blockText);
  const text = { en: markdown, el: markdown };
  const block = { type: type ?? 'text', text, title: { en: '', el: '' }, picture: null } as const;
  return Response.json(presentBlocks({ title: '', blocks: [block] }, language)[0]);
}
