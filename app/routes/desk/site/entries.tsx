import { useState, type DragEvent } from 'react';
import { href, Link, useLoaderData, useNavigation, useSubmit } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { PostForm } from '#app/components/field.tsx';
import { interpolate } from '#app/components/texts.ts';
import { runDeskAction } from '#app/routes/desk/drafts.tsx';
import {
  DeskPage,
  HiddenFields,
  Pager,
  revalidateAfterConflict,
  SlashSeparated,
  SubmitButton,
} from '#app/routes/desk/frame.tsx';
import {
  loadEntryList,
  submitEntryList,
  type ListedEntry,
} from '#app/routes/desk/site/entries.server.ts';
import type { Route } from './+types/entries.ts';
import { getEntryListPath } from './site-urls.ts';

export const loader = loadEntryList;

export const action = submitEntryList;

export const clientAction = (args: Route.ClientActionArgs) => runDeskAction(args);

export const shouldRevalidate = revalidateAfterConflict;

/** Lists the entries of a kind, or of its bin. Buttons or dragging move them, unless they are ordered by day. */
export default function Entries({ loaderData }: Route.ComponentProps) {
  const { title, intro, texts, kind, isInBin, rows, page, hasMore, isAllSelected } = loaderData;
  const [dragged, setDragged] = useState<ListedEntry | null>(null);
  const toPage = (number: number) => getEntryListPath(kind, { isInBin, page: number });
  const emptyText = isInBin ? texts.emptyBin : texts.noEntries;

  return (
    <DeskPage title={title} intro={intro}>
      <ListLinks />
      {rows.length === 0 ? <p>{emptyText}</p> : <SelectionBar />}
      <ol className="ps-0">
        {rows.map((row, index) => (
          <EntryRow
            // With another key the tick box starts anew: "Select all" changes only its default.
            key={`${row.id} ${isAllSelected}`}
            row={row}
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

const useEntryList = () => useLoaderData<typeof loadEntryList>();

function ListLinks() {
  const { texts, kind, isInBin } = useEntryList();
  const listPath = getEntryListPath(kind);

  return (
    <p className="flex flex-wrap gap-3 pb-5">
      {isInBin ? (
        <ButtonLink variant="plain" to={listPath}>
          {texts.list}
        </ButtonLink>
      ) : (
        <>
          <ButtonLink variant="ink" to={`${listPath}/new`}>
            {texts.add}
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
function SelectionBar() {
  const { texts, kind, isInBin, page, isAllSelected } = useEntryList();
  const path = getEntryListPath(kind, { isInBin, page });
  const selectPath = `${path}${path.includes('?') ? '&' : '?'}select`;

  return (
    <PostForm id={SELECTION_FORM} className="flex flex-wrap gap-3 pb-5">
      <HiddenFields values={{ intent: 'site' }} />
      <ButtonLink variant="plain" to={isAllSelected ? path : selectPath} preventScrollReset replace>
        {isAllSelected ? texts.selectNone : texts.selectAll}
      </ButtonLink>
      <SubmitButton name="select" value={isInBin ? 'undelete' : 'delete'}>
        {isInBin ? texts.restoreSelected : texts.moveToBin}
      </SubmitButton>
    </PostForm>
  );
}

interface EntryRowProps {
  row: ListedEntry;
  /** Null in the bin and for kinds that are ordered by day: their entries cannot be moved. */
  position: number | null;
  isLast: boolean;
  dragged: ListedEntry | null;
  onDrag: (row: ListedEntry | null) => void;
}

function EntryRow(props: EntryRowProps) {
  const { row, position, dragged, onDrag } = props;
  const { texts, isInBin, isAllSelected } = useEntryList();
  const { id, kind, title } = row;
  const submit = useSubmit();
  const isPending = useNavigation().formMethod === 'POST';
  const image = row.picture ?? row.mark;

  const handleDrop = (event: DragEvent) => {
    if (!dragged || position === null) return;
    // Firefox would open the dragged picture.
    event.preventDefault();
    if (isPending) return;
    const fields = { intent: 'site', id: dragged.id, to: position };
    void submit(fields, { method: 'post', preventScrollReset: true });
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
          defaultChecked={isAllSelected}
        />
      </label>
      {image ? (
        <img
          className={`size-16 ${row.picture ? 'object-cover' : 'drawing bg-paper object-contain'}`}
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
              row.endText && <strong className="font-medium text-error">{row.endText}</strong>,
              row.deletedText ?? row.changedText,
            ]}
          />
        </p>
      </div>
      {isInBin && (
        <PostForm>
          <HiddenFields values={{ intent: 'site', id, do: 'undelete' }} />
          <SubmitButton>{texts.restore}</SubmitButton>
        </PostForm>
      )}
      {position !== null && <MoveButtons {...props} position={position} />}
    </li>
  );
}

function MoveButtons({ row, position, isLast }: EntryRowProps & { position: number }) {
  const { texts } = useEntryList();
  const { id, title } = row;
  const isFirst = position === 0;
  const moves = [
    { label: texts.moveToTop, to: 0, sign: '⇈', isDisabled: isFirst },
    { label: texts.moveUp, to: position - 1, sign: '↑', isDisabled: isFirst },
    { label: texts.moveDown, to: position + 1, sign: '↓', isDisabled: isLast },
  ];

  return (
    <PostForm className="flex gap-2" preventScrollReset>
      <HiddenFields values={{ intent: 'site', id }} />
      {moves.map(({ label, to, sign, isDisabled }) => (
        <SubmitButton
          key={label}
          name="to"
          value={to}
          aria-label={interpolate(label, { title })}
          disabled={isDisabled}
        >
          {sign}
        </SubmitButton>
      ))}
    </PostForm>
  );
}
