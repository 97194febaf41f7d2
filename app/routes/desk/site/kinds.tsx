import { href, Link } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { PostForm } from '#app/components/field.tsx';
import { interpolate, pluralize } from '#app/components/texts.ts';
import { config, formatCommand } from '#app/config.server.ts';
import { isKind, kindFacts, KINDS } from '#app/content/kinds.server.ts';
import type { Language } from '#app/content/language.ts';
import { entryMessages, siteOverviewTexts } from '#app/content/texts/site-desk.server.ts';
import { siteKinds } from '#app/content/texts/site-kinds.server.ts';
import { SITE } from '#app/domain/limits.ts';
import {
  countUnchangedSampleEntries,
  moveUnchangedSampleToBin,
} from '#app/domain/site/bin.server.ts';
import { countEntriesOfKind, readEntryList } from '#app/domain/site/entries.server.ts';
import { updateAndListSetupSteps } from '#app/domain/site/setup-checklist.server.ts';
import { createDeskActions, type PostedForm } from '#app/routes/desk/desk-actions.server.ts';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import { runDeskAction } from '#app/routes/desk/drafts.tsx';
import { DeskPage, HiddenFields, SlashSeparated, SubmitButton } from '#app/routes/desk/frame.tsx';
import type { Route } from './+types/kinds.ts';

/**
 * Loads the kinds of content. `steps` is empty once the site has been set up: the first load after that stores it.
 * `?remove-sample` asks before the sample is removed.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const steps = await readSetupSteps(language);
  const sampleCount = steps.length > 0 ? await countUnchangedSampleEntries() : 0;

  return {
    texts: siteOverviewTexts[language],
    steps,
    sampleCount,
    isRemovalAsked: sampleCount > 0 && url.searchParams.has(REMOVE_SAMPLE),
    days: SITE.binDays,
    kinds: await Promise.all(
      KINDS.map(async (kind) => {
        const { isSingleton } = kindFacts[kind];
        const { name, intro } = siteKinds[language][kind];
        return { kind, name, intro, isSingleton, ...(await countEntriesOfKind(kind)) };
      }),
    ),
  };
}

const REMOVE_SAMPLE = 'remove-sample';

async function readSetupSteps(language: Language) {
  const { entries: companies } = await readEntryList('company');
  const companyId = String(companies[0]?.id);
  const steps = await updateAndListSetupSteps();
  return steps.map((step) => ({ ...step, ...presentSetupStep(step.name, companyId, language) }));
}

/** Returns the text of a step, and its path below the desk unless it is done on the server. */
function presentSetupStep(
  name: string,
  companyId: string,
  language: Language,
): { text: string; to: string | undefined } {
  const { setup } = siteOverviewTexts[language];
  if (isKind(name) && name !== 'company') {
    const text = interpolate(setup.replaceSample, { kind: siteKinds[language][name].name });
    return { text, to: `/site/${name}` };
  }

  if (name === 'admin' && !config().hasPeoplePage) {
    const command = formatCommand('admin', 'invite EMAIL');
    return { text: interpolate(setup.adminByCommand, { command }), to: undefined };
  }

  const text = setup.steps[name as keyof typeof setup.steps];
  return { text, to: STEP_PATHS[name]?.replace('{id}', companyId) };
}

// Below the desk; {id} is the id of the company.
const STEP_PATHS: Readonly<Record<string, string>> = {
  company: '/site/company/{id}',
  phone: '/site/company/{id}#phone',
  hours: '/site/company/{id}#hours_1',
  legal: '/site/company/{id}#legalName_en',
  sample: '/site/company/{id}#sample',
  templates: '/templates',
  admin: '/people',
};

export const action = createDeskActions({ site: removeSample });

async function removeSample({ admin, author, form, refuse }: PostedForm) {
  if (!form.has(REMOVE_SAMPLE)) return refuse(entryMessages[admin.language].entryUnavailable, 400);
  await moveUnchangedSampleToBin(author);
  return redirectWithFlash(href('/admin/dashboard/site'), 'entries-deleted');
}

export const clientAction = (args: Route.ClientActionArgs) => runDeskAction(args);

export default function ContentKindsOverview({ loaderData }: Route.ComponentProps) {
  const { texts, kinds, steps } = loaderData;
  return (
    <DeskPage title={texts.title} intro={texts.intro}>
      {steps.length > 0 && <SetupChecklist {...loaderData} />}
      <ul className="grid gap-x-8 ps-0 md:grid-cols-2 xl:grid-cols-3">
        {kinds.map(({ kind, name, intro, isSingleton, count, draftCount }) => (
          <li key={kind} className="border-t border-line py-5">
            <h2>
              <Link className="tap" to={href('/admin/dashboard/site/:kind', { kind })}>
                {name}
              </Link>
            </h2>
            <p className="text-ink-3">
              <SlashSeparated
                parts={[
                  !isSingleton && pluralize(texts.counts, count),
                  draftCount > 0 && pluralize(texts.unpublishedCount, draftCount),
                ]}
              />
            </p>
            <p className="text-ink-2">{intro}</p>
          </li>
        ))}
      </ul>
    </DeskPage>
  );
}

type LoaderData = Route.ComponentProps['loaderData'];

function SetupChecklist(page: LoaderData) {
  const { steps, sampleCount, isRemovalAsked } = page;
  const { setup: texts } = page.texts;
  const open = steps.filter(({ isDone }) => !isDone).length;

  return (
    <section className="mb-10 max-w-page border border-ink px-5 py-4" aria-labelledby="setup">
      <h2 id="setup" className="text-large">
        {texts.heading}
      </h2>
      <p className="pb-3 text-ink-2">{interpolate(texts.intro, { open, all: steps.length })}</p>
      <ul className="gap-x-8 ps-0 md:columns-2">
        {steps.map(({ name, text, to, isDone }) => (
          <li
            key={name}
            className="flex min-h-14 break-inside-avoid flex-wrap items-center gap-x-3 border-t border-line py-1.5"
          >
            <span className="min-w-0 flex-1 basis-52 wrap-anywhere">
              {to && !isDone ? (
                <Link className="tap" to={href('/admin/dashboard') + to}>
                  {text}
                </Link>
              ) : (
                text
              )}
            </span>
            {isDone && <span className="text-ink-3">✓ {texts.stepDone}</span>}
          </li>
        ))}
      </ul>
      {isRemovalAsked ? (
        <SampleRemoval {...page} />
      ) : (
        sampleCount > 0 && (
          <p className="border-t border-line pt-4">
            <ButtonLink variant="plain" to={`?${REMOVE_SAMPLE}#${REMOVE_SAMPLE}`}>
              {texts.removal.start}
            </ButtonLink>
          </p>
        )
      )}
    </section>
  );
}

function SampleRemoval({ texts: { setup }, sampleCount, days }: LoaderData) {
  const texts = setup.removal;
  return (
    <div id={REMOVE_SAMPLE} className="scroll-mt-20 border-t border-ink pt-4">
      <h3 className="font-medium">{texts.heading}</h3>
      <p className="max-w-text pb-4">
        {interpolate(pluralize(texts.question, sampleCount), { days })}
      </p>
      <PostForm action={href('/admin/dashboard/site')} className="flex flex-wrap gap-3">
        <HiddenFields values={{ intent: 'site', [REMOVE_SAMPLE]: 1 }} />
        <SubmitButton variant="ink">{texts.confirm}</SubmitButton>
        <ButtonLink variant="plain" to={href('/admin/dashboard/site')}>
          {texts.cancel}
        </ButtonLink>
      </PostForm>
    </div>
  );
}
