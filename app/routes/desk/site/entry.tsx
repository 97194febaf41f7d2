import { useEffect, useRef, useState } from 'react';
import { data, href } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import {
  ErrorSummary,
  PostForm,
  useFocusOnFirstError,
  type ErrorLine,
} from '#app/components/field.tsx';
import { focusInView, InPageLink } from '#app/components/in-page-link.tsx';
import { DraftAutosave, runDeskAction } from '#app/routes/desk/drafts.tsx';
import { DeskPage, Pager } from '#app/routes/desk/frame.tsx';
import { findEntryPage } from '#app/routes/desk/site/entry-page.server.ts';
import {
  submitEntryForm,
  type RefusedEntry,
  type StoredVersion,
} from '#app/routes/desk/site/entry.server.ts';
import type { EntryFormData, FormGroup } from '#app/routes/desk/site/shown-entry.server.ts';
import type { Route } from './+types/entry.ts';
import { EntryButtons } from './entry-buttons.tsx';
import { EntryFields } from './entry-fields.tsx';
import { EntryFormContext, getGroupId, useEntryPage, useEntryTexts } from './entry-form.ts';
import { fileDropHandlers } from './file-drop.ts';

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
  const { title, intro, backText, kind, isSingleton, history, publicationNote } = loaderData;
  const isRefused = actionData && 'form' in actionData;
  const refused: Refused = isRefused ? actionData : NOT_REFUSED;
  const { errors = {}, refusedFiles = [], stored } = refused;
  const form = useLatestForm(loaderData.form, refused.form);

  const errorLines: ErrorLine[] = [];
  for (const [field, { text }] of Object.entries(errors)) errorLines.push({ field, text });
  for (const text of refusedFiles) errorLines.push({ field: getFileFieldName(form), text });

  const hasIndex = form.groups.length > 0 && !stored;
  const hasHistory = history.publications.length > 0 || history.page > 1;
  const listPath = href('/admin/dashboard/site/:kind', { kind });
  const backLink = (
    <ButtonLink variant="plain" to={isSingleton ? href('/admin/dashboard/site') : listPath}>
      {backText}
    </ButtonLink>
  );

  return (
    <DeskPage title={title} intro={intro} actions={backLink}>
      {publicationNote && <p className="pb-5">{publicationNote}</p>}
      <RefusalSummary refused={refused} groups={form.groups} errorLines={errorLines} />
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
              form={form}
              refused={refused}
            />
            {stored && <StoredForm stored={stored} />}
          </div>
          {hasHistory && <History />}
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

function EntryForm({ form, refused }: { form: EntryFormData; refused: Refused }) {
  const { errors = {}, refusedFiles = [] } = refused;
  const ref = useFocusOnFirstError(refused.errors);
  const [isDeleting, setIsDeleting] = useState(false);
  const draftName = `${useEntryPage().draftForm} ${form.id ?? ''}`;
  const context = { form, draftName, errors, refusedFiles, isStoredVersion: false };

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
        intent="site"
        formName={draftName}
        guards={{ id: form.id ?? '', version: form.version, form_key: form.key }}
      />
      {/* Enter in a field presses the first button, which would otherwise be one of a picture or part. */}
      <button className="sr-only" name="do" value="save" tabIndex={-1} aria-hidden />
      <EntryFormContext value={context}>
        <EntryFields />
      </EntryFormContext>
      <EntryButtons onDelete={() => setIsDeleting(true)} />
    </PostForm>
  );
}

/** Shows the stored version beside the refused form. Nothing in it can be changed. */
function StoredForm({ stored }: { stored: StoredVersion }) {
  const texts = useEntryTexts().stored;
  const { form } = stored;
  const context = {
    form,
    draftName: 'stored',
    errors: {},
    refusedFiles: [],
    isStoredVersion: true,
  };

  return (
    <section className="min-w-0 border-t border-ink pt-6" aria-labelledby="stored">
      <h2 id="stored" className="pb-5 text-large">
        {texts.heading}
      </h2>
      <fieldset className="flex max-w-page min-w-0 flex-col gap-8 border-0 p-0" disabled>
        <EntryFormContext value={context}>
          <EntryFields />
        </EntryFormContext>
      </fieldset>
    </section>
  );
}

interface RefusalSummaryProps {
  refused: Refused;
  groups: readonly FormGroup[];
  errorLines: readonly ErrorLine[];
}

function RefusalSummary({ refused, groups, errorLines }: RefusalSummaryProps) {
  const texts = useEntryTexts();
  const ref = useFocusOnSummary(refused);
  const { heading = texts.unsaved, stored } = refused;
  if (!stored && errorLines.length === 0) return null;

  const { differences, noDifferences } = texts.stored;
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
  const texts = useEntryTexts();
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

function History() {
  const { texts, history } = useEntryPage();
  const { publications, page, hasMore } = history;
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
              aria-label={`${texts.look}: ${text}`}
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
