import { PageLink } from '#app/ui/page-link.tsx';
import { LanguageLink } from './language-link.tsx';
import type { NavigationItem } from './navigation-link.tsx';

interface FooterBaseProps {
  name: string;
  links: readonly NavigationItem[];
  year: number;
}

/** The last line of a page: whose it is, what the law asks for, the other language. */
export function FooterBase({ name, links, year }: FooterBaseProps) {
  const look = 'tap no-underline';
  return (
    <div
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-t border-line-ink py-3 text-on-ink-2"
      data-footer-base
    >
      <span>
        © {year} {name}
      </span>
      <ul className="flex flex-wrap gap-x-7 text-on-ink">
        {links.map(({ label, to }) => (
          <li key={to}>
            <PageLink className={look} to={to}>
              {label}
            </PageLink>
          </li>
        ))}
        <li>
          <LanguageLink className={look} />
        </li>
      </ul>
    </div>
  );
}
