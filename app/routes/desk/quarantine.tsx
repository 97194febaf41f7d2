// The spam folder: suspected submissions, which staff can move back to the enquiries (CF-7). Its URL keeps its
// first name, quarantine.
import { Form, href } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { PostForm } from '#app/components/field.tsx';
import { interpolate, pluralize } from '#app/components/texts.ts';
import { quarantineTexts, type QuarantineTexts } from '#app/content/texts/desk-pages.server.ts';
import { DESK } from '#app/domain/desk/desk-limits.ts';
import { formatQuery } from '#app/domain/desk/desk-view.ts';
import { readSpamPage, releaseFromSpam } from '#app/domain/enquiries/spam.server.ts';
import { createDeskActions, type PostedForm } from '#app/routes/desk/desk-actions.server.ts';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import { runDeskAction } from '#app/routes/desk/drafts.tsx';
import { presentSpam, type SpamPage } from '#app/routes/desk/enquiries/presenter.server.ts';
import { ProjectLink } from '#app/routes/desk/enquiries/record.tsx';
import {
  DeskListItem,
  DeskPage,
  HiddenFields,
  ListPager,
  revalidateAfterConflict,
  SearchField,
  SlashSeparated,
  SubmitButton,
} from '#app/routes/desk/frame.tsx';
import type { Route } from './+types/quarantine.ts';

const PAGE = href('/admin/dashboard/quarantine');

/** Loads the page of the spam folder that the query names, the newest first (CF-7). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const texts = quarantineTexts[language];
  return { texts, page: presentSpam(await readSpamPage(url.searchParams), language) };
}

export const action = createDeskActions({ release: releaseEnquiry });

async function releaseEnquiry({ admin, author, form, refuse }: PostedForm) {
  const key = { id: Number(form.get('id')), created_at: String(form.get('created_at') ?? '') };
  const result = await releaseFromSpam(author, key);
  if (result.kind !== 'released') {
    return refuse(quarantineTexts[admin.language].refusals[result.kind], 409);
  }
  return redirectWithFlash(`${href('/admin/dashboard')}?enquiry=${result.enquiryId}`, 'not-spam');
}

export const clientAction = (args: Route.ClientActionArgs) => runDeskAction(args);

export const shouldRevalidate = revalidateAfterConflict;

export default function SpamFolder({ loaderData }: Route.ComponentProps) {
  const { texts, page } = loaderData;
  const { view, items, total, refusedCount } = page;
  return (
    <DeskPage
      title={texts.title}
      intro={interpolate(texts.intro, { days: DESK.spamDays })}
      description={texts.description}
    >
      {refusedCount > 0 && <p className="pb-4">{pluralize(texts.notKept, refusedCount)}</p>}
      {total > 0 && <SpamSearch search={view.search} texts={texts} />}
      <p role="status">{items.length === 0 && (view.search ? texts.nothingFound : texts.empty)}</p>
      <ul className="ps-0">
        {items.map((item) => (
          <SpamItem key={`${item.id} ${item.created_at}`} item={item} texts={texts} />
        ))}
      </ul>
      {total > 0 && <SpamFoot page={page} texts={texts} />}
    </DeskPage>
  );
}

function SpamSearch({ search, texts }: { search: string; texts: QuarantineTexts }) {
  return (
    // A form of its own for each search, so that its field follows Back and Show all.
    <Form
      className="flex flex-wrap items-center gap-2 pb-5"
      role="search"
      action={PAGE}
      key={search}
    >
      <SearchField
        label={texts.search}
        name="search"
        defaultValue={search}
        placeholder={texts.searchHint}
      />
      <SubmitButton>{texts.search}</SubmitButton>
      {search && (
        <ButtonLink variant="plain" to={PAGE}>
          {texts.showAll}
        </ButtonLink>
      )}
    </Form>
  );
}

function SpamItem({ item, texts }: { item: SpamPage['items'][number]; texts: QuarantineTexts }) {
  const reasons: Record<string, string> = texts.reasons;
  return (
    <DeskListItem
      title={item.name || '-'}
      actions={
        <PostForm>
          <HiddenFields values={{ intent: 'release', id: item.id, created_at: item.created_at }} />
          <SubmitButton>{texts.release}</SubmitButton>
        </PostForm>
      }
    >
      <p className="text-ink-3">
        <SlashSeparated parts={item.facts.map(({ value }) => value)} />
      </p>
      {item.aboutProject && (
        <p className="text-ink-3 [&_a]:-my-row [&_a]:tap">
          {texts.sentFrom} <ProjectLink project={item.aboutProject} />
        </p>
      )}
      {item.files.length > 0 && (
        <p className="text-ink-3" dir="auto">
          {texts.files}: {item.files.join(', ')}
        </p>
      )}
      <p className="text-ink-3">
        <SlashSeparated parts={[item.time, reasons[item.reason] ?? item.reason]} />
      </p>
      <p className="mt-2 whitespace-pre-wrap" dir="auto" lang={item.language}>
        {item.message || '-'}
      </p>
    </DeskListItem>
  );
}

function SpamFoot({ page, texts }: { page: SpamPage; texts: QuarantineTexts }) {
  const { view, items, total, newerCursor, olderCursor } = page;
  const countTexts = view.search ? texts.shownCount : texts.shownCountOfTotal;
  return (
    <div className="border-t border-line pt-5">
      {items.length > 0 && <p>{interpolate(countTexts, { count: items.length, total })}</p>}
      <ListPager
        previousCursor={newerCursor}
        nextCursor={olderCursor}
        toPath={(start) => PAGE + formatQuery(Object.entries({ search: view.search, ...start }))}
      />
    </div>
  );
}
