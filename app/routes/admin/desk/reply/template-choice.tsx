import { Link, href } from 'react-router';
import { type DeskView, deskAddress } from '#app/domain/desk/desk-view.ts';
import type { ReplyStart } from '#app/domain/replies/reply-start.server.ts';
import { useReplyWords } from '#app/routes/admin/desk/use-desk-words.ts';

const LINK = 'inline-flex min-h-11 items-center underline-offset-4 aria-[current]:font-semibold';

/** The texts that a reply may start from. */
export function TemplateChoice({ view, start }: { view: DeskView; start: ReplyStart }) {
  const words = useReplyWords();
  const { templates, chosen, isLost } = start;
  return (
    <nav className="text-ink-2" aria-labelledby="templates">
      <p id="templates">{words.startFrom}</p>
      {isLost && <p className="text-error">{words.lostTemplate}</p>}
      <ul className="flex flex-wrap gap-x-6">
        {templates.map(({ id, name }) => (
          <li key={id}>
            <Link
              className={LINK}
              to={`${deskAddress(view, { template: String(id) })}#reply`}
              aria-current={id === chosen ? 'true' : undefined}
              preventScrollReset
              replace
              dir="auto"
            >
              {name}
            </Link>
          </li>
        ))}
        <li>
          <Link className={`${LINK} text-ink-3`} to={href('/admin/dashboard/templates')}>
            {words.manage}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
