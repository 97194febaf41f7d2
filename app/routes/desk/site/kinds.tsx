import { requireAdmin } from '#app/routes/desk/answers.server.ts';
import { href, Link } from 'react-router';
import type { Route } from './+types/kinds.ts';
import { pluralize, interpolate } from '#app/components/words.ts';
import { KINDS, isKind, kindFacts } from '#app/content/kinds.server.ts';
import { siteDesk } from '#app/content/words/site-desk.server.ts';
import { firstHour } from '#app/domain/site/first-hour.server.ts';
import { countKind, readEntries } from '#app/domain/site/entries.server.ts';
import { deskMeta, DeskPlace, Slashed } from '#app/routes/desk/frame.tsx';

export const meta: Route.MetaFunction = deskMeta;

export async function loader({ context, url }: Route.LoaderArgs) {
  const words = siteDesk[requireAdmin(context).language];
  const found = KINDS.map(async (kind) => {
    return { kind, isOne: kindFacts[kind].isOne, ...(await countKind(kind)) };
  });
  const { steps: named, own, ...firstWords } = words.firstHour;
  const {
    entries: [company],
  } = await readEntries('company', false, 1);
  const steps = (await firstHour()).map(({ name, isDone }) => {
    const kind = isKind(name) && name !== 'company' ? words.kinds[name].name : null;
    const text = kind ? interpolate(own, { kind }) : named[name as keyof typeof named];
    return {
      name,
      isDone,
      text,
      to: kind ? `/site/${name}` : PLACES[name]?.replace('{id}', String(company?.id)),
    };
  });
  const head = { title: words.title, description: words.intro, path: url.pathname };
  return { head, words, firstWords, steps, kinds: await Promise.all(found) };
}

// At the desk; what is done on the server has none.
const PLACES: Readonly<Record<string, string>> = {
  company: '/site/company/{id}',
  phone: '/site/company/{id}#phone',
  hours: '/site/company/{id}#hours_1',
  legal: '/site/company/{id}#legalName_en',
  sample: '/site/company/{id}#sample',
  templates: '/templates',
  mail: '/mail',
};

export default function Kinds({ loaderData }: Route.ComponentProps) {
  const { words, kinds: list } = loaderData;
  return (
    <DeskPlace title={words.title} intro={words.intro}>
      {loaderData.steps.length > 0 && <FirstHour {...loaderData} />}
      <ul className="grid gap-x-8 ps-0 md:grid-cols-2 xl:grid-cols-3">
        {list.map(({ kind, isOne, count, waiting }) => (
          <li key={kind} className="border-t border-line py-5">
            <h2>
              <Link className="tap" to={href('/admin/dashboard/site/:kind', { kind })}>
                {words.kinds[kind].name}
              </Link>
            </h2>
            <p className="text-ink-3">
              <Slashed
                parts={[
                  !isOne && pluralize(words.counts, count),
                  waiting > 0 && pluralize(words.waiting, waiting),
                ]}
              />
            </p>
            <p className="text-ink-2">{words.kinds[kind].intro}</p>
          </li>
        ))}
      </ul>
    </DeskPlace>
  );
}

function FirstHour({ firstWords, steps }: Route.ComponentProps['loaderData']) {
  const { heading, intro, done } = firstWords;
  const open = steps.filter(({ isDone }) => !isDone).length;
  return (
    <section className="mb-10 max-w-page border border-ink px-5 py-4" aria-labelledby="first-hour">
      <h2 id="first-hour" className="text-large">
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
            {isDone && <span className="text-ink-3">✓ {done}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
