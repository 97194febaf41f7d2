import { useState } from 'react';
import { data, Form, href, Link, redirect } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { interpolate, pluralize } from '#app/components/messages.ts';
import { isDay } from '#app/content/formats.ts';
import { getEntryTitle, isKind, kindFacts, type KindName } from '#app/content/kinds.server.ts';
import type { Language } from '#app/content/language.ts';
import { siteDesk, type SiteDeskMessages } from '#app/content/messages/site-desk.server.ts';
import {
  addDays,
  formatAthensTime,
  formatShortDay,
  toAthensDay,
} from '#app/domain/clock.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { moveEntries } from '#app/domain/site/bin.server.ts';
import {
  changeEntry,
  moveEntry,
  readEntries,
  type Author,
  type Entry,
} from '#app/domain/site/entries.server.ts';
import {
  createDeskAction,
  redirectWithFlash,
  requireAdmin,
} from '#app/routes/desk/answers.server.ts';
import {
  DeskPlace,
  getDeskMeta,
  HiddenFields,
  PageToasts,
  runDeskAction,
  Slashed,
  Submit,
} from '#app/routes/desk/frame.tsx';
import type { Route } from './+types/entries.ts';
import { getFileUrl, getThumbnailUrl } from './media-urls.ts';

export const meta: Route.MetaFunction = getDeskMeta;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const kind = requireKind(params);
  const messages = siteDesk[language];
  const inBin = url.searchParams.has('bin');
  const page = Math.max(1, Number(/^\d{1,6}$/.exec(url.searchParams.get('page') ?? '1')));
  const { entries, hasMore } = await readEntries(kind, inBin, page);
  if (kindFacts[kind].isSingleton)
    throw redirect(`${url.pathname}/${entries[0]?.id ?? 'new'}`, 303);
  // The entries of this page were moved or deleted.
  if (entries.length === 0 && page > 1) throw redirect(getListPath(kind, inBin), 303);
  const title = inBin ? `${messages.bin}: ${messages.kinds[kind].name}` : messages.kinds[kind].name;
  const head = { title, description: messages.intro, path: url.pathname };
  const rows = entries.map((entry) => toRow(entry, messages, language));
  const first = (page - 1) * SITE.entriesAPage;
  const isMoved = !inBin && !kindFacts[kind].dayField;
  const isAllSelected = url.searchParams.has('select');
  const list = { kind, inBin, isMoved, page, first, hasMore, isAllSelected };
  return { head, messages, rows, days: SITE.binDays, ...list };
}

function requireKind({ kind }: { kind: string }): KindName {
  if (!isKind(kind)) throw data(null, { status: 404 });
  return kind;
}

function toRow(entry: Entry, messages: SiteDeskMessages, language: Language) {
  const { id, kind, version, content, state, isChanged, changedAt, changedBy, deletedAt } = entry;
  const [first] = (content['pictures'] ?? []) as { name: string }[];
  const titles = getEntryTitle(kind, content);
  return {
    id,
    kind,
    version,
    title: titles[language] || Object.values(titles).find(Boolean) || messages.untitled,
    picture: first ? getThumbnailUrl(first.name) : null,
    mark: typeof content['mark'] === 'string' ? getFileUrl('mark', content['mark']) : null,
    state,
    isChanged: isChanged && state === 'published',
    changed: interpolate(messages.changedBy, {
      at: formatAthensTime(changedAt, language),
      by: changedBy || messages.seeded,
    }),
    end: formatEnd(String(content['until'] ?? ''), messages, language),
    deleted:
      deletedAt && interpolate(messages.deletedAt, { at: formatAthensTime(deletedAt, language) }),
  };
}

function formatEnd(endDay: string, messages: SiteDeskMessages, language: Language): string | null {
  const today = toAthensDay(new Date());
  if (!isDay(endDay) || endDay > addDays(today, SITE.endsWithinDays)) return null;
  return interpolate(endDay < today ? messages.expiredOn : messages.expiresOn, {
    day: formatShortDay(endDay, language),
  });
}

type Row = ReturnType<typeof toRow>;

export function action(args: Route.ActionArgs) {
  requireKind(args.params);
  return changeList(args);
}

const changeList = createDeskAction(
  { fault: 'site', event: 'site-not-changed' },
  async ({ admin, requester, form, url, refuse }) => {
    const kind = requireKind({ kind: url.pathname.split('/').at(-1)! });
    const author = { admin, requester };
    const messages = siteDesk[admin.language];
    if (form.has('select')) return moveSelected(author, kind, form, refuse);
    const id = Number(form.get('id'));
    if (form.get('do') === 'undelete') {
      const target = { kind, id, expectedVersion: Number(form.get('version')), formKey: '' };
      const result = await changeEntry(author, target, 'undelete');
      if (result.kind !== 'saved') return refuse(messages.entryUnavailable, 409);
      return redirectWithFlash(`${url.pathname}/${id}`, 'entry-back');
    }
    const to = Number(form.get('to')) || 0;
    if (!(await moveEntry(author, kind, id, to))) {
      return refuse(messages.entryUnavailable, 404);
    }
    const page = Math.floor(Math.max(0, to) / SITE.entriesAPage) + 1;
    return redirectWithFlash(getListPath(kind, false, page), 'entry-moved');
  },
);

/** Moves the selected entries to the bin or back, all or none. */
async function moveSelected(
  author: Author,
  kind: KindName,
  form: FormData,
  refuse: (text: string, status: number) => unknown,
) {
  const messages = siteDesk[author.admin.language];
  const change = form.get('select') === 'undelete' ? 'undelete' : 'delete';
  const ids = form.getAll('ids').map(Number);
  if (ids.length === 0) return refuse(messages.noneSelected, 422);
  const result = await moveEntries(author, kind, ids, change);
  if (result.kind === 'in-use')
    return refuse(pluralize(messages.categoriesUsed, result.count), 409);
  const isRestored = change === 'undelete';
  return redirectWithFlash(
    getListPath(kind, isRestored),
    isRestored ? 'entries-back' : 'entries-deleted',
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return runDeskAction(serverAction, 'site');
}

export default function Entries({ loaderData, actionData }: Route.ComponentProps) {
  const { messages, kind, inBin, isMoved, rows, first, hasMore, days, head, isAllSelected } =
    loaderData;
  const { intro, add } = messages.kinds[kind];
  const [dragged, setDragged] = useState<Row | null>(null);
  const listPath = getListPath(kind, false);
  const emptyText = inBin ? messages.emptyBin : messages.noEntries;
  return (
    <DeskPlace title={head.title} intro={inBin ? interpolate(messages.binIntro, { days }) : intro}>
      <PageToasts answer={actionData} />
      <p className="flex flex-wrap gap-3 pb-5">
        {inBin ? (
          <ButtonLink variant="plain" to={listPath}>
            {interpolate(messages.list, { kind: messages.kinds[kind].name })}
          </ButtonLink>
        ) : (
          <>
            <ButtonLink variant="ink" to={`${listPath}/new`}>
              {add}
            </ButtonLink>
            <ButtonLink variant="plain" to={`${listPath}?bin`}>
              {messages.bin}
            </ButtonLink>
          </>
        )}
      </p>
      {rows.length === 0 ? <p>{emptyText}</p> : <SelectionBar {...loaderData} />}
      <ol className="ps-0">
        {rows.map((row, index) => (
          <EntryRow
            key={`${row.id} ${isAllSelected}`}
            row={row}
            isSelected={isAllSelected}
            messages={messages}
            inBin={inBin}
            position={isMoved ? first + index : null}
            isLast={!hasMore && index === rows.length - 1}
            dragged={dragged}
            onDrag={setDragged}
          />
        ))}
      </ol>
      <Pager {...loaderData} />
    </DeskPlace>
  );
}

const SELECTION_FORM = 'selection';

/** "Select all" is a link, so that it works without JavaScript too. */
function SelectionBar({
  messages,
  kind,
  inBin,
  page,
  isAllSelected,
}: Route.ComponentProps['loaderData']) {
  const path = getListPath(kind, inBin, page);
  const selectPath = `${path}${path.includes('?') ? '&' : '?'}select`;
  return (
    <Form method="post" id={SELECTION_FORM} className="flex flex-wrap gap-3 pb-5">
      <ButtonLink variant="plain" to={isAllSelected ? path : selectPath} preventScrollReset replace>
        {isAllSelected ? messages.selectNone : messages.selectAll}
      </ButtonLink>
      <Submit name="select" value={inBin ? 'undelete' : 'delete'}>
        {inBin ? messages.restoreSelected : messages.moveToBin}
      </Submit>
    </Form>
  );
}

function Pager({ messages, kind, inBin, page, hasMore }: Route.ComponentProps['loaderData']) {
  if (page === 1 && !hasMore) return null;
  return (
    <nav className="mt-4 flex flex-wrap gap-2" aria-label={messages.pages}>
      {page > 1 && (
        <ButtonLink variant="plain" rel="prev" to={getListPath(kind, inBin, page - 1)}>
          {messages.previousPage}
        </ButtonLink>
      )}
      {hasMore && (
        <ButtonLink variant="plain" rel="next" to={getListPath(kind, inBin, page + 1)}>
          {messages.nextPage}
        </ButtonLink>
      )}
    </nav>
  );
}

function getListPath(kind: KindName, inBin: boolean, page = 1): string {
  const query = [inBin && 'bin', page > 1 && `page=${page}`].filter(Boolean).join('&');
  return href('/admin/dashboard/site/:kind', { kind }) + (query && `?${query}`);
}

interface EntryRowProps {
  row: Row;
  isSelected: boolean;
  messages: SiteDeskMessages;
  inBin: boolean;
  /** Null in the bin and for kinds that are ordered by day: their entries cannot be moved. */
  position: number | null;
  isLast: boolean;
  dragged: Row | null;
  onDrag: (row: Row | null) => void;
}

function EntryRow(props: EntryRowProps) {
  const { row, isSelected, messages, inBin, position, isLast, dragged, onDrag } = props;
  const { id, kind, title, version } = row;
  return (
    <li
      className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line py-3"
      draggable={position === null ? undefined : true}
      onDragStart={() => onDrag(row)}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => dragged && dragged !== row && event.preventDefault()}
      onDrop={() => {
        const form = dragged && document.getElementById(`move-${dragged.id}`);
        if (!(form instanceof HTMLFormElement) || position === null) return;
        (form.elements.namedItem('to') as HTMLInputElement).value = String(position);
        form.requestSubmit();
      }}
    >
      <label className="-ms-2 grid size-11 place-items-center">
        <input
          className="tick-box"
          type="checkbox"
          form={SELECTION_FORM}
          name="ids"
          value={id}
          aria-label={interpolate(messages.select, { title })}
          defaultChecked={isSelected}
        />
      </label>
      {row.picture || row.mark ? (
        <img
          className={`size-16 ${row.picture ? 'object-cover' : 'object-contain'}`}
          src={row.picture ?? row.mark ?? ''}
          alt=""
          loading="lazy"
        />
      ) : (
        <span className="size-16 bg-paper-2" aria-hidden="true" />
      )}
      <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <h2 className="text-base font-medium" dir="auto">
          {inBin ? (
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
          <Slashed
            parts={[
              messages.states[row.state],
              row.isChanged && messages.changed,
              row.end && <strong className="font-medium text-error">{row.end}</strong>,
              row.deleted ?? row.changed,
            ]}
          />
        </p>
      </div>
      {inBin && (
        <Form method="post">
          <HiddenFields values={{ id, version, do: 'undelete' }} />
          <Submit>{messages.restore}</Submit>
        </Form>
      )}
      {position !== null && (
        <MoveButtons row={row} messages={messages} position={position} isLast={isLast} />
      )}
    </li>
  );
}

interface MoveButtonsProps {
  row: Row;
  messages: SiteDeskMessages;
  position: number;
  isLast: boolean;
}

function MoveButtons({ row: { id, title }, messages, position, isLast }: MoveButtonsProps) {
  const moves = [
    { label: messages.moveToTop, to: 0, sign: '⇈', isDisabled: position === 0 },
    { label: messages.moveUp, to: position - 1, sign: '↑', isDisabled: position === 0 },
    { label: messages.moveDown, to: position + 1, sign: '↓', isDisabled: isLast },
  ];
  return (
    <div className="flex gap-2">
      {moves.map(({ label, to, sign, isDisabled }) => (
        <Form
          key={label}
          method="post"
          // Dropping a row submits this form.
          id={label === messages.moveUp ? `move-${id}` : undefined}
          preventScrollReset
        >
          <HiddenFields values={{ id, to }} />
          <Submit aria-label={interpolate(label, { title })} disabled={isDisabled}>
            {sign}
          </Submit>
        </Form>
      ))}
    </div>
  );
}
