import { createContext, use, useEffect } from 'react';
import { useLocation } from 'react-router';

/** What the page says to machines, as JSON-LD. Only the server provides it; null in the browser. */
export const StructuredDataContext = createContext<string | null>(null);

/**
 * The JSON-LD of the document (ledger SE-3). It is written by the server and read by those who read
 * documents: the browser neither draws it nor keeps it once another page is shown in the document.
 */
export function StructuredData() {
  const json = use(StructuredDataContext);
  const { pathname } = useLocation();
  useEffect(() => {
    const script = document.querySelector<HTMLElement>('script[data-page]');
    if (script?.dataset['page'] !== pathname) script?.remove();
  }, [pathname]);
  return (
    json && (
      <script type="application/ld+json" data-page={pathname}>
        {json}
      </script>
    )
  );
}
