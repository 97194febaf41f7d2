import { Link } from 'react-router';

interface Tab {
  label: string;
  to: string;
  current: boolean;
}

/** Tabs as links, so that the open one is in the URL and works without JavaScript. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="flex border-b border-ink large-letters:grid" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          className="tab isolate tap min-h-14 py-2 leading-control font-medium text-ink-2 no-underline hover:text-ink aria-[current]:text-on-ink"
          to={tab.to}
          aria-current={tab.current ? 'page' : undefined}
          preventScrollReset
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
