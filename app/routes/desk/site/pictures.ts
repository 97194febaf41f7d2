import { data } from 'react-router';
import { storeMediaUploads } from '#app/domain/site/pictures.server.ts';
import { readForm } from '#app/http/forms.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { Refusal, reportOrRethrowStoreError } from '#app/http/responses.server.ts';
import { requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import { getPictureRefusalText } from '#app/routes/desk/site/shown-entry.server.ts';
import type { Route } from './+types/pictures.ts';
import type { SentPictures } from './picture-upload.tsx';

/**
 * Stores pictures apart from their form, so that the browser can show the progress of each. Returns the names of the
 * stored ones and the reasons of the refused ones, if any with 422. Throws an empty response with the status of a Refusal
 * or of an error of the database.
 */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const admin = requireAdmin(args.context);
  const requester = args.context.get(requestContext);

  try {
    const { files } = await readForm(args);
    const { pictures, refused } = await storeMediaUploads(files, { admin, requester });

    const response: SentPictures = {
      pictures: pictures.map(({ name }) => ({ name })),
      refused: refused.map((refusal) => getPictureRefusalText(refusal, admin.language)),
    };
    return Response.json(response, { status: refused.length > 0 ? 422 : 200 });
  } catch (error) {
    const isRefused = error instanceof Refusal;
    const status = isRefused ? error.status : reportOrRethrowStoreError('picture-not-taken', error);
    throw data(null, { status });
  }
}
