import { useLocation } from 'react-router';

/**
 * The address of the login or password page that is shown, for its links. Of the query only what is
 * known is kept: a form that was sent as an address has brought its password there.
 */
export function useAuthPageAddress(choice: { language?: string } = {}): string {
  const { pathname, search } = useLocation();
  const query = [
    ...(new URLSearchParams(search).has('forgot') ? ['forgot'] : []),
    ...(choice.language ? [`language=${choice.language}`] : []),
  ].join('&');
  return query ? `${pathname}?${query}` : pathname;
}
