import { href, Link } from 'react-router';
import type { Route } from './+types/kinds.ts';
import { counted } from '#app/components/words.ts';
import { KINDS, kindFacts } from '#app/content/kinds.server.ts';
import { siteDesk } from '#app/content/words/site-desk.server.ts';
import { countKind } from '#app/domain/site/entries.server.ts';
import { requireAdmin } from '#app/http/request-context.server.ts';
import { deskMeta, DeskPlace, Slashed } from '#app/routes/desk/frame.tsx';

export const meta: Route.MetaFunction = deskMeta;

export async function loader({ context, url }: Route.LoaderArgs) {
  const words = siteDesk[requireAdmin(context).language];
  const found = KINDS.map(async (kind) => {
    return { kind, isOne: kindFacts[kind].isOne, ...(await countKind(kind)) };
  });
  const head = { title: words.title, description: words.intro, path: url.pathname };
  return { head, words, kinds: await Promise.all(found) };
}

export default function Kinds({ loaderData: { words, kinds: list } }: Route.ComponentProps) {
  return (
    <DeskPlace title={words.title} intro={words.intro}>
      <ul className="ps-0">
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
                  !isOne && counted(words.counts, count),
                  waiting > 0 && counted(words.waiting, waiting),
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
