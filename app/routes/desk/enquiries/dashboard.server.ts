import { data } from 'react-router';
import { interpolate } from '#app/components/texts.ts';
import { getDeskTexts, type DeskTexts } from '#app/content/texts/desk.server.ts';
import { replyFileTexts } from '#app/content/texts/reply.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { parseDeskView } from '#app/domain/desk/desk-filter.server.ts';
import { getOpenEnquiryId, type DeskView } from '#app/domain/desk/desk-view.ts';
import { markAnswersRead, readDesk, reportDeskError } from '#app/domain/desk/desk.server.ts';
import { readReplyForm } from '#app/domain/desk/replies.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import {
  presentDesk,
  presentReplyForm,
  type DeskState,
} from '#app/routes/desk/enquiries/presenter.server.ts';
import { logAndPresentError } from '#app/routes/desk/failures.server.ts';
import type { Route } from './+types/dashboard.ts';

/**
 * Marks the answers in an enquiry as read when its page opens, before all loaders: the navigation counts unread ones. A
 * HEAD request or a prefetch does not count. Logs errors of the database instead of throwing them.
 */
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
 * Loads the list of enquiries with the open enquiry and the form of a reply. An unknown enquiry is a 404 with the list
 * behind it. If the database fails, logs it and returns `error` without `state`, with a status of 500 or 503.
 */
export async function loadDashboard({ context, url }: Route.LoaderArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const view = parseDeskView(url.searchParams);
  const texts = getDeskTexts(language, { withOpenEnquiry: view.enquiry !== '' });

  try {
    const state = presentDesk(await readDesk(view, admin), view, language);
    const reply = await readShownReply(view, admin);

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

export type ShownReplyStart = NonNullable<Awaited<ReturnType<typeof readShownReply>>>;

/** Returns null if no form of a reply is open. `fileField` is null if files are turned off. */
async function readShownReply(view: DeskView, admin: SignedInAdmin) {
  const replyForm = await readReplyForm(view, admin);
  if (!replyForm) return null;

  const fileField = { texts: replyFileTexts[admin.language], language: admin.language };
  return {
    ...presentReplyForm(replyForm),
    fileField: replyForm.acceptsFiles ? fileField : null,
  };
}

/** The title has the number of the open enquiry, or the name of the list. */
function buildHead(state: DeskState | null, texts: DeskTexts) {
  const title =
    state?.open && texts.open
      ? interpolate(texts.open.enquiry.title, { id: state.open.id })
      : texts.title;
  return { title, description: texts.emptyHint };
}
