import type { ReactNode } from 'react';
import { Link, useOutletContext } from 'react-router';
import { useDeskWords, useReplyWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { type DeskView, deskAddress } from '#app/domain/desk/desk-view.ts';
import type { WrittenReply } from '#db/schema.ts';
import {
  DrawerHeading,
  DrawerText,
  DrawerTitle,
} from '#app/routes/admin/desk/drawer/drawer-heading.tsx';
import { EnquiryDrawer } from './enquiry-drawer.tsx';
import { useDialogKeys } from './use-dialog-keys.ts';
import type { DeskContext } from '#app/routes/admin/frame/use-said-toast.ts';

interface LostEnquiryProps {
  view: DeskView;
  /** A reply that was meant for it. */
  written?: WrittenReply | undefined;
  children: ReactNode;
}

/** The dialog of an enquiry that is not there. */
export function LostEnquiry({ view, written, children }: LostEnquiryProps) {
  const { toasts } = useOutletContext<DeskContext>();
  const close = deskAddress(view, { enquiry: '' });
  const { enquiry: words } = useDeskWords();
  const replies = useReplyWords();
  useDialogKeys({ close, newer: null, older: null });
  return (
    <EnquiryDrawer
      close={close}
      head={
        <>
          <DrawerTitle>{phrase(words.title, { id: view.enquiry })}</DrawerTitle>
          <Link className="cross" to={close} preventScrollReset aria-label={words.close} />
        </>
      }
      said={
        <>
          {toasts}
          {children}
        </>
      }
      foot={
        <Link className="ms-auto plain-button plain-button-ink" to={close} preventScrollReset>
          {words.close}
        </Link>
      }
    >
      <DrawerText>{words.unknown}</DrawerText>
      {written && (
        <>
          <DrawerHeading>{replies.written}</DrawerHeading>
          <DrawerText>{written.subject}</DrawerText>
          <DrawerText>{written.message}</DrawerText>
        </>
      )}
    </EnquiryDrawer>
  );
}
