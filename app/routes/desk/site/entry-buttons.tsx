import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { useRevalidator } from 'react-router';
import { ButtonAnchor } from '#app/components/button.tsx';
import { useDraftKey } from '#app/routes/desk/drafts.tsx';
import { SubmitButton } from '#app/routes/desk/frame.tsx';
import { readDraft, writeDraft } from '#app/routes/draft-storage.ts';
import { useEntryPage } from './entry-form.ts';

/**
 * The buttons of an entry's form, which they submit. 'Preview' and 'Take offline' also save the form as the draft. They
 * are missing while an older publication is shown: it must replace the draft only if the admin says so (PB-8).
 */
export function EntryButtons({ onDelete }: { onDelete: () => void }) {
  const { texts, entry, isSingleton, publicationId } = useEntryPage();
  const isPublicationShown = publicationId !== null;
  const isPublished = entry?.state === 'published';

  return (
    // On phones only the first row is sticky. Its parent is then the form, because `contents` has no box.
    <div
      data-form-buttons=""
      className="md:screen-sticky max-md:contents md:bottom-0 md:flex md:flex-wrap md:gap-3 md:border-t md:border-ink md:bg-paper md:py-4 print:hidden"
    >
      <p className="screen-sticky bottom-0 flex gap-3 border-t border-ink bg-paper pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:contents print:hidden max-md:[&>*]:flex-1 max-md:[&>*]:whitespace-normal">
        <SubmitButton name="do" value="save">
          {texts.save}
        </SubmitButton>
        <SubmitButton variant="ink" name="do" value="publish">
          {texts.publish}
        </SubmitButton>
      </p>
      <p className="flex flex-wrap gap-3 md:contents print:hidden">
        {!isPublicationShown && <PreviewButton />}
        {isPublished && !isSingleton && !isPublicationShown && (
          <SubmitButton name="do" value="offline">
            {texts.offline}
          </SubmitButton>
        )}
        {entry && !isSingleton && (
          <SubmitButton name="do" value="delete" onClick={onDelete}>
            {texts.delete}
          </SubmitButton>
        )}
        {entry?.path && (
          <ButtonAnchor variant="plain" href={entry.path} target="_blank">
            {texts.view}
          </ButtonAnchor>
        )}
        {!isPublicationShown && (
          <span id={PREVIEW_NOTE} className="self-center text-note text-ink-3">
            {texts.previewNote}
          </span>
        )}
      </p>
    </div>
  );
}

const PREVIEW_NOTE = 'preview-note';

function PreviewButton() {
  const { texts, entry, draftForm } = useEntryPage();
  const isNew = !entry;
  const draftKey = useDraftKey(`${draftForm} `);
  const button = useRef<HTMLButtonElement>(null);
  const [hasPreview, setHasPreview] = useState(false);
  // The page of a new entry does not load the entry. Its form stays as it is; a second save is accepted.
  useRevalidateOnFocus(hasPreview && !isNew);

  const openPreview = (event: MouseEvent) => {
    event.preventDefault();
    const { form } = button.current!;
    // An upload holds the form back by this event, which form.submit() does not send. The router does not see it.
    const submission = new SubmitEvent('submit', { cancelable: true, submitter: button.current });
    if (!form!.dispatchEvent(submission)) return;

    submitNatively(button.current!);
    setHasPreview(true);
    // The draft is offered to the next new entry: with this key, it would replace the entry that is stored now.
    const draft = isNew && readDraft(draftKey);
    if (draft) writeDraft(draftKey, { ...draft, form_key: '' });
  };

  return (
    <SubmitButton
      ref={button}
      aria-describedby={PREVIEW_NOTE}
      name="do"
      value="preview"
      // WebKit sends a form to `_blank` as cross-site, because the new tab has no opener.
      formTarget="preview"
      onClick={openPreview}
    >
      {texts.preview}
    </SubmitButton>
  );
}

/** Loads the page again when the admin returns from another tab, where the preview was saved. */
function useRevalidateOnFocus(isActive: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isActive) return undefined;
    const handleFocus = () => void revalidate();

    window.addEventListener('focus', handleFocus);
    return () => window.removeEventListener('focus', handleFocus);
  }, [isActive, revalidate]);
}

/** Submits the form of a button to the button's target, without the router, which would navigate this tab. */
function submitNatively(button: HTMLButtonElement): void {
  const form = button.form!;
  const buttonInput = document.createElement('input');
  Object.assign(buttonInput, { type: 'hidden', name: button.name, value: button.value });
  form.append(buttonInput);

  form.target = button.formTarget;
  form.submit();

  form.target = '';
  buttonInput.remove();
}
