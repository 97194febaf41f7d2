import { useEffect, useRef, useState, type MouseEvent, type Ref } from 'react';
import { data, href, useRevalidator } from 'react-router';
import { ButtonAnchor, ButtonLink } from '#app/components/button.tsx';
import {
  ErrorSummary,
  PostForm,
  useFocusOnFirstError,
  type ErrorLine,
} from '#app/components/field.tsx';
import { focusInView, InPageLink } from '#app/components/in-page-link.tsx';
import { interpolate } from '#app/components/texts.ts';
import { DraftAutosave, runDeskAction, useDraftKey } from '#app/routes/desk/drafts.tsx';
import {
  DeskPage,
  HiddenFields,
  Pager,
  PageToasts,
  SubmitButton,
} from '#app/routes/desk/frame.tsx';
import { findEntryPage } from '#app/routes/desk/site/entry-page.server.ts';
import { submitEntryForm, type RefusedEntry } from '#app/routes/desk/site/entry.server.ts';
import type { EntryFormData, FormGroup } from '#app/routes/desk/site/shown-entry.server.ts';
import { readDraft, writeDraft } from '#app/routes/draft-storage.ts';
import type { Route } from './+types/entry.ts';
import { EntryFields } from './entry-fields.tsx';
import { getGroupId } from './entry-form.ts';
import { fileDropHandlers } from './file-drop.ts';
import { useSiteTexts } from './site-texts.ts';
import { StoredForm } from './stored-version.tsx';

/** Throws a 404 for an unknown entry. An entry in the bin is shown, also with 404. */
export async function loader(args: Route.LoaderArgs) {
  const page = await findEntryPage(args);
  if (!page) throw data(null, { status: 404 });
  return data(page, { status: page.isDeleted ? 404 : 200 });
}

export const action = submitEntryForm;

export const clientAction = (args: Route.ClientActionArgs) => runDeskAction(args);

type Refused = Partial<RefusedEntry>;

const NOT_REFUSED: Refused = {};

export default function EntryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, kind, isSingleton, entry, history, publicationNote } = loaderData;
  const isRefused = actionData && actionData.kind !== 'unanswered';
  const refused: Refused = isRefused ? actionData : NOT_REFUSED;
  const { errors = {}, refusedFiles = [], stored } = refused;
  const form = useLatestForm(loaderData.form, refused.form);
  const summary = useFocusOnSummary(refused);

  const errorLines: ErrorLine[] = [];
  for (const [field, { text }] of Object.entries(errors)) errorLines.push({ field, text });
  for (const text of refusedFiles) errorLines.push({ field: getFileFieldName(form), text });

  const hasIndex = form.groups.length > 0 && !stored;
  const hasHistory = history.publications.length > 0 || history.page > 1;
  const listPath = href('/admin/dashboard/site/:kind', { kind });
  const listName = interpolate(texts.list, { kind: texts.kinds[kind].name });
  const listLink = (
    <ButtonLink variant="plain" to={isSingleton ? href('/admin/dashboard/site') : listPath}>
      {isSingleton ? texts.title : listName}
    </ButtonLink>
  );

  return (
    <DeskPage
      title={loaderData.title}
      intro={entry ? texts.states[entry.state] : texts.intro}
      actions={listLink}
    >
      <PageToasts actionData={actionData} />
      {publicationNote && <p className="pb-5">{publicationNote}</p>}
      <RefusalSummary
        ref={summary}
        refused={refused}
        groups={form.groups}
        errorLines={errorLines}
      />
      <div className="lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-8 lg:has-[>nav]:grid">
        {hasIndex && (
          <FormIndex
            groups={form.groups}
            invalidControls={errorLines.map(({ field }) => field)}
            hasHistory={hasHistory}
          />
        )}
        <div>
          <div className={stored && 'grid gap-x-8 gap-y-10 xl:grid-cols-2'}>
            <EntryForm
              // Remounts the form when its version or the shown publication changes.
              key={`${form.version} ${loaderData.publicationId}`}
              page={loaderData}
              form={form}
              refused={refused}
            />
            {stored && <StoredForm stored={stored} />}
          </div>
          {hasHistory && <History history={history} />}
        </div>
      </div>
    </DeskPage>
  );
}

/** Returns the form that came back last, until the page is loaded again: a request that failed brings none. */
function useLatestForm(loadedForm: EntryFormData, refusedForm: EntryFormData | undefined) {
  const [latest, setLatest] = useState({ loadedForm, form: loadedForm });
  const isLoadedAgain = latest.loadedForm !== loadedForm;
  const form = refusedForm ?? (isLoadedAgain ? loadedForm : latest.form);
  useEffect(() => setLatest({ loadedForm, form }), [loadedForm, form]);
  return form;
}

interface EntryFormProps {
  page: Route.ComponentProps['loaderData'];
  form: EntryFormData;
  refused: Refused;
}

function EntryForm({ page, form, refused }: EntryFormProps) {
  const { errors = {}, refusedFiles = [] } = refused;
  const ref = useFocusOnFirstError(refused.errors);
  const [isDeleting, setIsDeleting] = useState(false);
  const draftName = `${page.draftForm} ${form.id ?? ''}`;

  return (
    <PostForm
      ref={ref}
      encType="multipart/form-data"
      noValidate
      // The list that follows a deletion starts at its top.
      preventScrollReset={!isDeleting}
      {...fileDropHandlers}
      className="flex max-w-page flex-col gap-8 [&_:is(input,select,textarea)]:scroll-mt-32 [&_:is(input,select,textarea)]:scroll-mb-28"
    >
      <DraftAutosave
        formName={draftName}
        guards={{ id: form.id ?? '', version: form.version, form_key: form.key }}
        hasTypedText={refused.form !== undefined && refused.kind !== 'saved'}
      />
      <HiddenFields values={{ intent: 'site' }} />
      {/* Enter in a field presses the first button, which would otherwise be one of a picture or part. */}
      <button className="sr-only" name="do" value="save" tabIndex={-1} aria-hidden />
      <EntryFields draft={draftName} form={form} errors={errors} refused={refusedFiles} />
      <Buttons page={page} onDelete={() => setIsDeleting(true)} />
    </PostForm>
  );
}

interface RefusalSummaryProps {
  ref: Ref<HTMLDivElement>;
  refused: Refused;
  groups: readonly FormGroup[];
  errorLines: readonly ErrorLine[];
}

function RefusalSummary({ ref, refused, groups, errorLines }: RefusalSummaryProps) {
  const { errors: texts, stored: storedTexts } = useSiteTexts();
  const { heading = texts.unsaved, stored } = refused;
  if (!stored && errorLines.length === 0) return null;

  const { differences, noDifferences } = storedTexts;
  const summary = stored
    ? {
        intro: stored.text,
        heading: stored.differences.length > 0 ? differences : noDifferences,
        errors: stored.differences,
      }
    : { heading, errors: listSummaryLines(groups, errorLines) };
  return (
    <div className="max-w-page pb-6">
      <ErrorSummary ref={ref} {...summary} />
    </div>
  );
}

/** Names each group once, with the number of its errors, and leads to its first field (PB-11). */
function listSummaryLines(
  groups: readonly FormGroup[],
  errorLines: readonly ErrorLine[],
): ErrorLine[] {
  const summaryLines: ErrorLine[] = [];
  for (const { label, controlNames } of groups) {
    const linesOfGroup = errorLines.filter(({ field }) => controlNames.includes(field));
    const firstField = controlNames.find((control) =>
      linesOfGroup.some(({ field }) => field === control),
    );
    if (firstField === undefined) continue;
    summaryLines.push({ field: firstField, text: `${label} (${linesOfGroup.length})` });
  }

  const groupedControls = groups.flatMap(({ controlNames }) => controlNames);
  const otherLines = errorLines.filter(({ field }) => !groupedControls.includes(field));
  return [...summaryLines, ...otherLines];
}

/** Returns the ref of the summary. Focuses it if only files were refused, and to show the differences. */
function useFocusOnSummary(refused: Refused) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const hasInvalidControl = Object.keys(refused.errors ?? {}).length > 0;
    if (!hasInvalidControl) focusInView(summary.current);
  }, [refused]);
  return summary;
}

interface FormIndexProps {
  groups: readonly FormGroup[];
  invalidControls: readonly string[];
  hasHistory: boolean;
}

/** Appears on long forms. In a narrow window it is one line that scrolls sideways. */
function FormIndex({ groups, invalidControls, hasHistory }: FormIndexProps) {
  const texts = useSiteTexts();
  const links = groups.map((group) => ({
    name: group.name,
    label: group.label,
    state: getGroupState(group, invalidControls),
  }));
  if (hasHistory) links.push({ name: 'history', label: texts.groups.history, state: null });

  return (
    <nav
      className="screen-sticky top-15 z-1 -mx-margin mb-6 overflow-x-auto border-b border-line bg-paper px-margin max-lg:[mask-image:linear-gradient(90deg,#000_calc(100%-3rem),transparent)] lg:top-20 lg:mx-0 lg:self-start lg:border-0 lg:px-0 print:hidden"
      aria-label={texts.index}
      data-index=""
    >
      <ul className="flex gap-x-6 ps-0 max-lg:w-max max-lg:pe-8 lg:flex-col lg:gap-y-2">
        {links.map(({ name, label, state }) => (
          <li key={name}>
            <InPageLink className="tap min-w-target flex-wrap gap-x-2" id={getGroupId(name)}>
              {label}{' '}
              {state && (
                <span className={`text-note ${state === 'error' ? 'text-error' : 'text-ink-3'}`}>
                  {texts.groupStates[state]}
                </span>
              )}
            </InPageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function getGroupState(
  { controlNames, hasError, isIncomplete }: FormGroup,
  invalidControls: readonly string[],
): 'error' | 'incomplete' | null {
  if (hasError || invalidControls.some((control) => controlNames.includes(control))) return 'error';
  return isIncomplete ? 'incomplete' : null;
}

/** Returns the first field that takes files, to which the errors of refused files belong. */
const getFileFieldName = ({ fields }: EntryFormData) =>
  fields.find(({ type }) => ['pictures', 'file', 'mark', 'blocks'].includes(type))?.name ?? '';

interface ButtonsProps extends Pick<EntryFormProps, 'page'> {
  onDelete: () => void;
}

/**
 * 'Preview' and 'Take offline' also save the form as the draft. They are missing while an older publication
 * is shown: it must replace the draft only if the admin says so (PB-8).
 */
function Buttons({ page, onDelete }: ButtonsProps) {
  const { texts, entry, isSingleton } = page;
  const isPublicationShown = page.publicationId !== null;
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
        {!isPublicationShown && <PreviewButton page={page} />}
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

function PreviewButton({ page }: Pick<ButtonsProps, 'page'>) {
  const texts = useSiteTexts();
  const isNew = !page.entry;
  const draftKey = useDraftKey(`${page.draftForm} `);
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

function History({ history }: Pick<Route.ComponentProps['loaderData'], 'history'>) {
  const { publications, page, hasMore } = history;
  const texts = useSiteTexts();
  return (
    <section
      id={getGroupId('history')}
      className="mt-10 max-w-page scroll-mt-32 border-t border-ink pt-6 lg:scroll-mt-20"
      aria-labelledby="history"
    >
      <h2 id="history" className="text-large">
        {texts.history}
      </h2>
      <ul className="ps-0">
        {publications.map(({ id, text }) => (
          <li key={id} className="flex flex-wrap items-center gap-4 border-t border-line py-3">
            <span className="min-w-0 flex-1 basis-64 wrap-anywhere">{text}</span>
            <ButtonLink
              variant="plain"
              to={`?publication=${id}`}
              aria-label={interpolate(`${texts.look}: {text}`, { text })}
            >
              {texts.look}
            </ButtonLink>
          </li>
        ))}
      </ul>
      <Pager
        label={texts.historyPages}
        links={[
          page > 1 && { text: texts.newerPage, to: `?history=${page - 1}#history` },
          hasMore && { text: texts.olderPage, to: `?history=${page + 1}#history` },
        ]}
      />
    </section>
  );
}
