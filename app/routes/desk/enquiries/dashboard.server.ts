import { data, href } from 'react-router';
import { interpolate } from '#app/components/texts.ts';
import { getDeskTexts, type DeskTexts } from '#app/content/texts/desk.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { parseDeskView } from '#app/domain/desk/desk-filter.server.ts';
import { getOpenEnquiryId, type DeskView } from '#app/domain/desk/desk-view.ts';
import { markAnswersRead, readDesk, reportDeskError } from '#app/domain/desk/desk.server.ts';
import { readReplyForm } from '#app/domain/desk/replies.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import {
  presentDesk,
  presentReplyFileField,
  presentReplyForm,
  type DeskState,
} from '#app/routes/desk/enquiries/presenter.server.ts';
import { logAndPresentError } from '#app/routes/desk/failures.server.ts';
import type { Route } from './+types/dashboard.ts';

/** Runs before all loaders, so that the count in the navigation leaves out the enquiry that is being opened. */
export const markOpenedAnswersRead: Route.MiddlewareFunction = async ({
  request,
  context,
  url,
}) => {
  const enquiryId = getOpenEnquiryId(parseDeskView(url.searchParams));
  const isPageLoad = request.method === 'GET' && !context.get(requestContext).isHead;
  // A prefetched page has not been seen yet.
  const isPrefetch = request.headers.get('sec-purpose')?.includes('prefetch');
  if (enquiryId === null || !isPageLoad || isPrefetch) return;

  try {
    await markAnswersRead(enquiryId);
  } catch (error) {
    // The enquiry opens all the same, and stays unread.
    reportDeskError('answers-not-marked', error);
  }
};

/**
 * An unknown enquiry is a 404 with the list behind it. If the database fails, the page comes with `error`, its status,
 * and no `state`.
 */
export async function loadDashboard(
  { context, url }: Route.LoaderArgs,
  { acceptsHeic }: { acceptsHeic: boolean },
) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const view = parseDeskView(url.searchParams);
  const texts = getDeskTexts(language, { withOpenEnquiry: view.enquiry !== '' });

  try {
    const state = presentDesk(await readDesk(view, admin), view, language);
    const reply = await readShownReply(view, admin, acceptsHeic);

    const head = buildHead(state, texts);
    const isMissing = view.enquiry !== '' && state.open === null;
    return data(
      { head, texts, view, state, reply, error: null },
      { status: isMissing ? 404 : 200 },
    );
  } catch (error) {
    const { status, text } = logAndPresentError('desk-not-read', error, language);
    const head = buildHead(null, texts);
    return data({ head, texts, view, state: null, reply: null, error: text }, { status });
  }
}

/** Returns null if no form of a reply is open. */
async function readShownReply(view: DeskView, admin: SignedInAdmin, acceptsHeic: boolean) {
  const replyForm = await readReplyForm(view, admin);
  if (!replyForm) return null;

  const fileField = replyForm.acceptsFiles
    ? presentReplyFileField(admin.language, acceptsHeic)
    : null;
  return { ...presentReplyForm(replyForm), fileField };
}

/** The title has the count of new enquiries before the number of the open enquiry or the name of the list. */
function buildHead(state: DeskState | null, texts: DeskTexts) {
  const name =
    state?.open && texts.open
      ? interpolate(texts.open.enquiry.title, { id: state.open.id })
      : texts.title;
  const title = state && state.counts.new > 0 ? `(${state.counts.new}) ${name}` : name;
  return { title, description: texts.emptyHint, path: href('/admin/dashboard') };
}
