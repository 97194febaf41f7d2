import { createContext, use } from 'react';

const Prefix = createContext('');

/** What the paths of the page's links begin with, e.g. "/el"; nothing outside of it. */
export const AddressPrefix = Prefix.Provider;

/** Gives a path of the site ("/about") the prefix of the page that links to it, if it has none. */
export function useAddress(): (path: string) => string {
  const prefix = use(Prefix);
  return (path) => withPrefix(prefix, path);
}

function withPrefix(prefix: string, path: string): string {
  if (prefix === '' || !path.startsWith('/')) return path;
  if (path === prefix || path.startsWith(`${prefix}/`)) return path;
  const [, start = '', rest = ''] = /^([^?#]*)(.*)$/.exec(path) ?? [];
  return prefix + (start === '/' ? '' : start) + rest;
}
