import { useState, type DragEvent } from 'react';
import { href, Link, redirect } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { PostForm } from '#app/components/field.tsx';
import { interpolate, pluralize } from '#app/components/texts.ts';
import { isIsoDay } from '#app/content/formats.ts';
import { isKind, kindFacts, type KindName } from '#app/content/kinds.server.ts';
import type { Language } from '#app/content/language.ts';
import { siteDesk, type SiteDeskTexts } from '#app/content/texts/site-desk.server.ts';
import { readAdminNames, type NameAdmin } from '#app/domain/accounts/admin-names.server.ts';
import type { Author } from '#app/domain/accounts/sessions.server.ts';
import {
  addDays,
  formatAthensDateTime,
  formatShortDay,
  toAthensDay,
} from '#app/domain/clock.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { deleteOrRestoreEntries } from '#app/domain/site/bin.server.ts';
import { findEntry, readEntryList, type Entry } from '#app/domain/site/entries.server.ts';
import { reorderEntry } from '#app/domain/site/entry-changes.server.ts';
import {
  createDeskActions,
  type PostedForm,
  type Refuse,
} from '#app/routes/desk/desk-actions.server.ts';
import {
  parsePageNumber,
  redirectWithFlash,
  requireAdmin,
} from '#app/routes/desk/desk-request.server.ts';
import { runDeskAction } from '#app/routes/desk/drafts.tsx';
import {
  DeskPage,
  HiddenFields,
  Pager,
  PageToasts,
  revalidateAfterConflict,
  SlashSeparated,
  SubmitButton,
} from '#app/routes/desk/frame.tsx';
import { getDisplayTitle } from '#app/routes/desk/site/shown-entry.server.ts';
import { getStaffMeta } from '#app/routes/staff-meta.ts';
import type { Route } from './+types/entries.ts';
import { getFileUrl, getThumbnailUrl } from './media-urls.ts';
import { useSiteTexts } from './site-texts.ts';

export const meta: Route.MetaFunction = getStaffMeta;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const kind = requireKind(params);
  const { isSingleton, dayField } = kindFacts[kind];
  const isInBin = url.searchParams.has('bin');
  const page = parsePageNumber(url, 'page');

  const { entries, hasMore } = await readEntryList(kind, { isInBin, page });
  if (isSingleton) throw redirect(`${url.pathname}/${entries[0]?.id ?? 'new'}`, 303);
  // The entries of this page were moved or deleted.
  if (entries.length === 0 && page > 1) throw redirect(getListPath(kind, { isInBin }), 303);

  const texts = siteDesk[language];
  const { name } = texts.kinds[kind];
  const title = isInBin ? `${texts.bin}: ${name}` : name;
  const nameAdmin = await readAdminNames();

  return {
    head: { title, description: texts.intro, path: url.pathname },
    texts,
    rows: entries.map((entry) => toRow(entry, nameAdmin, texts, language)),
    days: SITE.binDays,
    kind,
    isInBin,
    canReorder: !isInBin && !dayField,
    page,
    firstPosition: (page - 1) * SITE.entriesAPage,
    hasMore,
    isAllSelected: url.searchParams.has('select'),
  };
}

function requireKind({ kind = '' }: { kind?: string | undefined }): KindName {
  if (!isKind(kind)) throw new Response(null, { status: 404 });
  return kind;
}

function toRow(entry: Entry, nameAdmin: NameAdmin, texts: SiteDeskTexts, language: Language) {
  const { id, kind, content, state, isChanged, changedAt, changedBy, deletedAt } = entry;
  const [firstPicture] = (content['pictures'] ?? []) as { name: string }[];

  return {
    id,
    kind,
    title: getDisplayTitle(entry, language, texts),
    picture: firstPicture ? getThumbnailUrl(firstPicture.name) : null,
    mark: typeof content['mark'] === 'string' ? getFileUrl('mark', content['mark']) : null,
    state,
    isChanged: isChanged && state === 'published',
    changed: interpolate(texts.changedBy, {
      at: formatAthensDateTime(changedAt, language),
      by: nameAdmin(changedBy) || texts.seeded,
    }),
    end: formatEnd(String(content['until'] ?? ''), texts, language),
    deleted:
      deletedAt && interpolate(texts.deletedAt, { at: formatAthensDateTime(deletedAt, language) }),
  };
}

function formatEnd(endDay: string, texts: SiteDeskTexts, language: Language): string | null {
  const today = toAthensDay(new Date());
  if (!isIsoDay(endDay) || endDay > addDays(today, SITE.endsWithinDays)) return null;
  return interpolate(endDay < today ? texts.expiredOn : texts.expiresOn, {
    day: formatShortDay(endDay, language),
  });
}

type Row = ReturnType<typeof toRow>;

export const action = createDeskActions({ site: changeList });

/** Deletes or restores the ticked entries, restores one entry, or moves one to another position. */
async function changeList({ author, form, params, refuse }: PostedForm) {
  const kind = requireKind(params);
  if (form.has('select')) return deleteOrRestoreSelected(author, kind, form, refuse);
  if (form.get('do') === 'undelete') return restoreEntry(author, kind, form, refuse);
  return moveEntry(author, kind, form, refuse);
}

/** Leads to the entry also if it was restored before, as after a second click. */
async function restoreEntry(author: Author, kind: KindName, form: FormData, refuse: Refuse) {
  const id = Number(form.get('id'));
  await deleteOrRestoreEntries(author, kind, [id], 'undelete');
  const entry = await findEntry(kind, id);
  const isRestored = entry !== null && entry.deletedAt === null;
  if (!isRestored) return refuse(siteDesk[author.admin.language].entryUnavailable, 409);
  return redirectWithFlash(`${getListPath(kind)}/${id}`, 'entry-back');
}

async function moveEntry(author: Author, kind: KindName, form: FormData, refuse: Refuse) {
  const to = Number(form.get('to')) || 0;
  const result = await reorderEntry(author, kind, Number(form.get('id')), to);
  if (result === 'not-found') {
    return refuse(siteDesk[author.admin.language].entryUnavailable, 404);
  }
  const page = Math.floor(Math.max(0, to) / SITE.entriesAPage) + 1;
  return redirectWithFlash(getListPath(kind, { page }), 'entry-moved');
}

async function deleteOrRestoreSelected(
  author: Author,
  kind: KindName,
  form: FormData,
  refuse: Refuse,
) {
  const texts = siteDesk[author.admin.language];
  const change = form.get('select') === 'undelete' ? 'undelete' : 'delete';
  const ids = form.getAll('ids').map(Number);
  if (ids.length === 0) return refuse(texts.noneSelected, 422);

  const result = await deleteOrRestoreEntries(author, kind, ids, change);
  if (result.kind === 'in-use') {
    return refuse(pluralize(texts.categoriesUsed, result.count), 409);
  }

  return change === 'undelete'
    ? redirectWithFlash(getListPath(kind, { isInBin: true }), 'entries-back')
    : redirectWithFlash(getListPath(kind), 'entries-deleted');
}

export const clientAction = (args: Route.ClientActionArgs) => runDeskAction(args, 'site');

export const shouldRevalidate = revalidateAfterConflict;

export default function Entries({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, kind, isInBin, rows, page, hasMore, head, isAllSelected } = loaderData;
  const [dragged, setDragged] = useState<Row | null>(null);
  const toPage = (number: number) => getListPath(kind, { isInBin, page: number });
  const emptyText = isInBin ? texts.emptyBin : texts.noEntries;
  const intro = isInBin
    ? interpolate(texts.binIntro, { days: loaderData.days })
    : texts.kinds[kind].intro;

  return (
    <DeskPage title={head.title} intro={intro}>
      <PageToasts actionData={actionData} />
      <ListLinks kind={kind} isInBin={isInBin} />
      {rows.length === 0 ? <p>{emptyText}</p> : <SelectionBar {...loaderData} />}
      <ol className="ps-0">
        {rows.map((row, index) => (
          <EntryRow
            // With another key the tick box starts anew: "Select all" changes only its default.
            key={`${row.id} ${isAllSelected}`}
            row={row}
            isSelected={isAllSelected}
            isInBin={isInBin}
            position={loaderData.canReorder ? loaderData.firstPosition + index : null}
            isLast={!hasMore && index === rows.length - 1}
            dragged={dragged}
            onDrag={setDragged}
          />
        ))}
      </ol>
      <Pager
        label={texts.pages}
        links={[
          page > 1 && { text: texts.previousPage, to: toPage(page - 1), rel: 'prev' },
          hasMore && { text: texts.nextPage, to: toPage(page + 1), rel: 'next' },
        ]}
      />
    </DeskPage>
  );
}

/** In the bin, a link to the list; in the list, links to a new entry and to the bin. */
function ListLinks({ kind, isInBin }: { kind: KindName; isInBin: boolean }) {
  const texts = useSiteTexts();
  const { name, add } = texts.kinds[kind];
  const listPath = getListPath(kind);

  return (
    <p className="flex flex-wrap gap-3 pb-5">
      {isInBin ? (
        <ButtonLink variant="plain" to={listPath}>
          {interpolate(texts.list, { kind: name })}
        </ButtonLink>
      ) : (
        <>
          <ButtonLink variant="ink" to={`${listPath}/new`}>
            {add}
          </ButtonLink>
          <ButtonLink variant="plain" to={`${listPath}?bin`}>
            {texts.bin}
          </ButtonLink>
        </>
      )}
    </p>
  );
}

const SELECTION_FORM = 'selection';

/** "Select all" is a link, so that it works without JavaScript too. */
function SelectionBar({
  texts,
  kind,
  isInBin,
  page,
  isAllSelected,
}: Route.ComponentProps['loaderData']) {
  const path = getListPath(kind, { isInBin, page });
  const selectPath = `${path}${path.includes('?') ? '&' : '?'}select`;

  return (
    <PostForm id={SELECTION_FORM} className="flex flex-wrap gap-3 pb-5">
      <ButtonLink variant="plain" to={isAllSelected ? path : selectPath} preventScrollReset replace>
        {isAllSelected ? texts.selectNone : texts.selectAll}
      </ButtonLink>
      <SubmitButton name="select" value={isInBin ? 'undelete' : 'delete'}>
        {isInBin ? texts.restoreSelected : texts.moveToBin}
      </SubmitButton>
    </PostForm>
  );
}

function getListPath(kind: KindName, { isInBin = false, page = 1 } = {}): string {
  const query = [isInBin && 'bin', page > 1 && `page=${page}`].filter(Boolean).join('&');
  return href('/admin/dashboard/site/:kind', { kind }) + (query && `?${query}`);
}

interface EntryRowProps {
  row: Row;
  isSelected: boolean;
  isInBin: boolean;
  /** Null in the bin and for kinds that are ordered by day: their entries cannot be moved. */
  position: number | null;
  isLast: boolean;
  dragged: Row | null;
  onDrag: (row: Row | null) => void;
}

function EntryRow(props: EntryRowProps) {
  const { row, isSelected, isInBin, position, isLast, dragged, onDrag } = props;
  const { id, kind, title } = row;
  const texts = useSiteTexts();
  const image = row.picture ?? row.mark;

  const handleDrop = (event: DragEvent) => {
    if (!dragged || position === null) return;
    // Firefox would open the dragged picture.
    event.preventDefault();
    submitMove(dragged.id, position);
  };

  return (
    <li
      className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line py-3"
      draggable={position === null ? undefined : true}
      onDragStart={() => onDrag(row)}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => dragged && dragged !== row && event.preventDefault()}
      onDrop={handleDrop}
    >
      <label className="-ms-2 grid size-11 place-items-center">
        <input
          className="tick-box"
          type="checkbox"
          form={SELECTION_FORM}
          name="ids"
          value={id}
          aria-label={interpolate(texts.select, { title })}
          defaultChecked={isSelected}
        />
      </label>
      {image ? (
        <img
          className={`size-16 ${row.picture ? 'object-cover' : 'object-contain'}`}
          src={image}
          alt=""
          loading="lazy"
        />
      ) : (
        <span className="size-16 bg-paper-2 max-md:hidden" aria-hidden="true" />
      )}
      <div className="min-w-0 flex-1 basis-36 wrap-anywhere">
        <h2 className="text-base font-medium" dir="auto">
          {isInBin ? (
            title
          ) : (
            <Link
              className="tap min-w-target"
              to={href('/admin/dashboard/site/:kind/:id', { kind, id: String(id) })}
            >
              {title}
            </Link>
          )}
        </h2>
        <p className="text-ink-3">
          <SlashSeparated
            parts={[
              texts.states[row.state],
              row.isChanged && texts.changed,
              row.end && <strong className="font-medium text-error">{row.end}</strong>,
              row.deleted ?? row.changed,
            ]}
          />
        </p>
      </div>
      {isInBin && (
        <PostForm>
          <HiddenFields values={{ id, do: 'undelete' }} />
          <SubmitButton>{texts.restore}</SubmitButton>
        </PostForm>
      )}
      {position !== null && <MoveButtons row={row} position={position} isLast={isLast} />}
    </li>
  );
}

const getMoveFormId = (entryId: number) => `move-${entryId}`;

function submitMove(entryId: number, position: number): void {
  const form = document.getElementById(getMoveFormId(entryId));
  if (!(form instanceof HTMLFormElement)) return;
  (form.elements.namedItem('to') as HTMLInputElement).value = String(position);
  form.requestSubmit();
}

interface MoveButtonsProps {
  row: Row;
  position: number;
  isLast: boolean;
}

function MoveButtons({ row: { id, title }, position, isLast }: MoveButtonsProps) {
  const texts = useSiteTexts();
  const moves = [
    { label: texts.moveToTop, to: 0, sign: '⇈', isDisabled: position === 0 },
    { label: texts.moveUp, to: position - 1, sign: '↑', isDisabled: position === 0 },
    { label: texts.moveDown, to: position + 1, sign: '↓', isDisabled: isLast },
  ];

  return (
    <div className="flex gap-2">
      {moves.map(({ label, to, sign, isDisabled }) => (
        <PostForm
          key={label}
          // A dropped row submits this form with another position.
          id={label === texts.moveUp ? getMoveFormId(id) : undefined}
          preventScrollReset
        >
          <HiddenFields values={{ id, to }} />
          <SubmitButton aria-label={interpolate(label, { title })} disabled={isDisabled}>
            {sign}
          </SubmitButton>
        </PostForm>
      ))}
    </div>
  );
}
