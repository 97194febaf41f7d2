import { presentBlocks } from '#app/content/articles/articles.server.ts';
import { TEXT_LIMITS } from '#app/content/text-limits.ts';
import { readForm } from '#app/http/forms.server.ts';
import { requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import type { Route } from './+types/live-view-block.ts';

/**
 * Returns the posted text as the block of the posted type that the site would show, with sanitized HTML (security model
 * 1.11). An unknown type counts as `text`; what is longer than a block is cut off.
 */
export async function action(args: Route.ActionArgs) {
  const { language } = requireAdmin(args.context);
  const { fields } = await readForm(args);
  const markdown = String(fields.get('text') ?? '').slice(0, TEXT_LIMITS.blockText);
  const postedType = fields.get('type');

  const block = {
    type: postedType === 'steps' || postedType === 'questions' ? postedType : 'text',
    // The language of the text does not matter: the block is shown alone.
    text: { en: markdown, el: markdown },
    title: { en: '', el: '' },
    picture: null,
  } as const;
  const [shownBlock] = presentBlocks({ title: '', blocks: [block] }, language);
  return Response.json(shownBlock);
}
