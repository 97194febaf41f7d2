import { Form, href, Link } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { interpolate, pluralize } from '#app/components/messages.ts';
import { config } from '#app/config.server.ts';
import { isKind, kindFacts, KINDS } from '#app/content/kinds.server.ts';
import { siteDesk, type SiteDeskMessages } from '#app/content/messages/site-desk.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { countSampleEntries, removeSampleContent } from '#app/domain/site/bin.server.ts';
import { countKind, readEntries } from '#app/domain/site/entries.server.ts';
import { getSetupChecklist } from '#app/domain/site/setup-checklist.server.ts';
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
import type { Route } from './+types/kinds.ts';

export const meta: Route.MetaFunction = getDeskMeta;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const messages = siteDesk[language];
  const counts = KINDS.map(async (kind) => {
    return { kind, isSingleton: kindFacts[kind].isSingleton, ...(await countKind(kind)) };
  });
  const head = { title: messages.title, description: messages.intro, path: url.pathname };
  const steps = await readSteps(messages);
  const sampleCount = steps.length > 0 ? await countSampleEntries() : 0;
  const isRemovalAsked = url.searchParams.has(REMOVE_SAMPLE);
  return {
    head,
    messages,
    steps,
    sampleCount,
    isRemovalAsked: isRemovalAsked && sampleCount > 0,
    days: SITE.binDays,
    kinds: await Promise.all(counts),
  };
}

const REMOVE_SAMPLE = 'remove-sample';

async function readSteps({ setup, kinds }: SiteDeskMessages) {
  const { steps: stepTexts, replaceSample } = setup;
  const { entries: companies } = await readEntries('company');
  const checklist = await getSetupChecklist();
  const { hasPeoplePage } = config();
  const stepPaths = hasPeoplePage ? { ...PLACES, admin: '/people' } : PLACES;
  return checklist.map(({ name, isDone }) => {
    const kindName = isKind(name) && name !== 'company' ? kinds[name].name : null;
    return {
      name,
      isDone,
      text: kindName
        ? interpolate(replaceSample, { kind: kindName })
        : name === 'admin' && !hasPeoplePage
          ? setup.adminByCommand
          : stepTexts[name as keyof typeof stepTexts],
      to: kindName ? `/site/${name}` : stepPaths[name]?.replace('{id}', String(companies[0]?.id)),
    };
  });
}

// Paths below the desk. Steps that are completed on the server have none.
const PLACES: Readonly<Record<string, string>> = {
  company: '/site/company/{id}',
  phone: '/site/company/{id}#phone',
  hours: '/site/company/{id}#hours_1',
  legal: '/site/company/{id}#legalName_en',
  sample: '/site/company/{id}#sample',
  templates: '/templates',
  mail: '/mail',
};

export const action = createDeskAction(
  { fault: 'site', event: 'sample-not-removed' },
  async ({ admin, requester, form, refuse }) => {
    if (!form.has(REMOVE_SAMPLE)) return refuse(siteDesk[admin.language].entryUnavailable, 400);
    await removeSampleContent({ admin, requester });
    return redirectWithFlash(href('/admin/dashboard/site'), 'entries-deleted');
  },
);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return runDeskAction(serverAction, 'site');
}

export default function Kinds({ loaderData, actionData }: Route.ComponentProps) {
  const { messages, kinds: list } = loaderData;
  return (
    <DeskPlace title={messages.title} intro={messages.intro}>
      <PageToasts answer={actionData} />
      {loaderData.steps.length > 0 && <SetupChecklist {...loaderData} />}
      <ul className="grid gap-x-8 ps-0 md:grid-cols-2 xl:grid-cols-3">
        {list.map(({ kind, isSingleton, count, waiting }) => (
          <li key={kind} className="border-t border-line py-5">
            <h2>
              <Link className="tap" to={href('/admin/dashboard/site/:kind', { kind })}>
                {messages.kinds[kind].name}
              </Link>
            </h2>
            <p className="text-ink-3">
              <Slashed
                parts={[
                  !isSingleton && pluralize(messages.counts, count),
                  waiting > 0 && pluralize(messages.unpublishedCount, waiting),
                ]}
              />
            </p>
            <p className="text-ink-2">{messages.kinds[kind].intro}</p>
          </li>
        ))}
      </ul>
    </DeskPlace>
  );
}

type LoaderData = Route.ComponentProps['loaderData'];

function SetupChecklist({ messages, steps, sampleCount, isRemovalAsked, days }: LoaderData) {
  const { heading, intro, stepDone, removal } = messages.setup;
  const open = steps.filter(({ isDone }) => !isDone).length;
  return (
    <section className="mb-10 max-w-page border border-ink px-5 py-4" aria-labelledby="setup">
      <h2 id="setup" className="text-large">
        {heading}
      </h2>
      <p className="pb-3 text-ink-2">{interpolate(intro, { open, all: steps.length })}</p>
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
            {isDone && <span className="text-ink-3">✓ {stepDone}</span>}
          </li>
        ))}
      </ul>
      {isRemovalAsked ? (
        <SampleRemoval removal={removal} count={sampleCount} days={days} />
      ) : (
        sampleCount > 0 && (
          <p className="border-t border-line pt-4">
            <ButtonLink variant="plain" to={`?${REMOVE_SAMPLE}#${REMOVE_SAMPLE}`}>
              {removal.start}
            </ButtonLink>
          </p>
        )
      )}
    </section>
  );
}

interface SampleRemovalProps {
  removal: LoaderData['messages']['setup']['removal'];
  count: number;
  days: number;
}

function SampleRemoval({ removal, count, days }: SampleRemovalProps) {
  return (
    <div id={REMOVE_SAMPLE} className="scroll-mt-20 border-t border-ink pt-4">
      <h3 className="font-medium">{removal.heading}</h3>
      <p className="max-w-text pb-4">{interpolate(pluralize(removal.question, count), { days })}</p>
      <Form method="post" action={href('/admin/dashboard/site')} className="flex flex-wrap gap-3">
        <HiddenFields values={{ [REMOVE_SAMPLE]: 1 }} />
        <Submit variant="ink">{removal.confirm}</Submit>
        <ButtonLink variant="plain" to={href('/admin/dashboard/site')}>
          {removal.cancel}
        </ButtonLink>
      </Form>
    </div>
  );
}
