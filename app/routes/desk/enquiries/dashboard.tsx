import type { ShouldRevalidateFunctionArgs as RevalidateArgs } from 'react-router';
import { useHydrated } from '#app/components/hydrated.tsx';
import { createDeskActions } from '#app/routes/desk/desk-actions.server.ts';
import { runDeskActionWithFiles } from '#app/routes/desk/drafts.tsx';
import {
  addNoteAction,
  assignAction,
  changeStatusAction,
  recordAnswerAction,
  retryReplyAction,
  sendReplyAction,
  setFollowUpAction,
} from '#app/routes/desk/enquiries/actions.server.ts';
import {
  loadDashboard,
  markOpenedAnswersRead,
} from '#app/routes/desk/enquiries/dashboard.server.ts';
import { changeSelectionAction } from '#app/routes/desk/enquiries/selection-action.server.ts';
import {
  ErrorNoticeWithRetry,
  PageToasts,
  revalidateAfterConflict,
  useDeskFrameTexts,
} from '#app/routes/desk/frame.tsx';
import { StaffHead } from '#app/routes/page-head.tsx';
import type { Route } from './+types/dashboard.ts';
import { EnquiryDialog, MissingEnquiry } from './enquiry.tsx';
import { useFocusRestoration } from './kept-focus.ts';
import { EnquiryListHead } from './list-head.tsx';
import { EnquiryList } from './list.tsx';
import { markUnread, useLiveNews } from './live-news.tsx';

export const middleware: Route.MiddlewareFunction[] = [markOpenedAnswersRead];

export const loader = loadDashboard;

/** Loads the list again, also after a conflict, but not after a reply to a deleted enquiry, so that its text stays. */
export function shouldRevalidate(revalidation: RevalidateArgs) {
  const { actionStatus, formData } = revalidation;
  if (actionStatus === 404 && formData?.get('intent') === 'reply') return false;
  return revalidateAfterConflict(revalidation);
}

export const action = createDeskActions({
  status: changeStatusAction,
  note: addNoteAction,
  reply: sendReplyAction,
  retry: retryReplyAction,
  answer: recordAnswerAction,
  assignee: assignAction,
  followUp: setFollowUpAction,
  selection: changeSelectionAction,
});

export const clientAction = (args: Route.ClientActionArgs) => runDeskActionWithFiles(args);

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { view, error } = loaderData;
  const { failureTitles } = useDeskFrameTexts();
  const isHydrated = useHydrated();
  useFocusRestoration();

  const news = useLiveNews();
  const state = loaderData.state && markUnread(loaderData.state, news.answeredIds);
  const { fresh: newCount = state?.counts.new ?? 0 } = news;
  const { title, description } = loaderData.head;
  const isCovered = view.enquiry !== '' && state !== null;
  const toasts = actionData && <PageToasts />;

  return (
    <>
      <StaffHead
        title={newCount > 0 ? `(${newCount}) ${title}` : title}
        description={description}
      />
      {!isCovered && toasts}
      {/* Behind an enquiry the list stays invisible until the script runs: a table that grows while the
          page loads would shift the layout. */}
      <div
        className={`inert:isolate inert:max-md:hidden inert:print:hidden ${isHydrated ? '' : 'inert:invisible'}`}
        inert={isCovered}
      >
        <EnquiryListHead news={news} />
        {state && <EnquiryList state={state} />}
        {error !== null && <ErrorNoticeWithRetry title={failureTitles.fetch} text={error} />}
      </div>
      {isCovered &&
        (state.open ? (
          <EnquiryDialog key={state.open.id} enquiry={state.open} toasts={toasts} />
        ) : (
          <MissingEnquiry toasts={toasts} />
        ))}
    </>
  );
}
