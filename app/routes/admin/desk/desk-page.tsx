import type { DeskWords } from '#app/content/desk/desk-words.server.ts';
import type { DeskView } from '#app/domain/desk/desk-view.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import type { ReplyStart } from '#app/domain/desk/replies.server.ts';
import { type ActionToast, Toasts } from '#app/ui/toast.tsx';
import { useDeskFrame } from '#app/routes/admin/frame/use-desk-frame.ts';
import { DeskWordsProvider } from './use-desk-words.ts';
import { DeskError } from '#app/routes/admin/frame/page/desk-title.tsx';
import { DeskHead, DeskList } from '#app/routes/admin/desk/list/desk-list.tsx';
import { KeysHelp } from '#app/routes/admin/desk/keys/keys-help.tsx';
import { useDeskKeys } from '#app/routes/admin/desk/keys/use-desk-keys.ts';
import {
  EnquiryDialog,
  type RefusedForms,
} from '#app/routes/admin/desk/enquiry/enquiry-dialog.tsx';
import { LostEnquiry } from '#app/routes/admin/desk/enquiry/lost-enquiry.tsx';

export interface DeskPageProps {
  words: DeskWords;
  view: DeskView;
  /** null when the store could not be read. */
  state: DeskState | null;
  /** What a reply begins with; null where none is being written. */
  reply: ReplyStart | null;
  /** Why not. */
  fault: string | null;
  /** Why a change was refused. */
  toast?: ActionToast | undefined;
  /** What was refused, for its form. */
  refused: RefusedForms;
}

/** The dashboard, whole from its URL; an open enquiry lies over the list, which cannot be reached. */
export function DeskPage(props: DeskPageProps) {
  const { words, view, state, reply, fault, toast, refused } = props;
  const { faults } = useDeskFrame();
  const covered = view.enquiry !== '' && state !== null;
  const own = toast && <Toasts messages={[toast]} />;
  useDeskKeys({
    ids: (state?.rows ?? []).map(({ id }) => id),
    open: covered ? view.enquiry : null,
  });
  return (
    <DeskWordsProvider value={words}>
      {!covered && own}
      <div className="inert:print:hidden" inert={covered}>
        <DeskHead view={view} state={state} />
        {state && <DeskList view={view} state={state} />}
        {fault !== null && <DeskError title={faults.fetch} text={fault} />}
      </div>
      {covered &&
        (state.open ? (
          <EnquiryDialog
            key={state.open.id}
            view={view}
            enquiry={state.open}
            staff={state.staff}
            me={state.me}
            reply={reply}
            refused={refused}
          >
            {own}
          </EnquiryDialog>
        ) : (
          <LostEnquiry view={view} written={refused.reply?.reply}>
            {own}
          </LostEnquiry>
        ))}
      <KeysHelp />
    </DeskWordsProvider>
  );
}
