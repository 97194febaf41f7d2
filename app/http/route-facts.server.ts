// Facts about routes, needed before a route runs. The compiler checks the paths against app/routes.ts.
import { LRUCache } from 'lru-cache';
import { matchRoutes, type Register, type RouteObject, type ServerBuild } from 'react-router';

export interface RouteFacts {
  /**
   * `everyone`: all visitors get the same response, which may be cached. `visitor`: each gets another one.
   * `sign-in` and `admin`: no response may be stored or indexed.
   */
  access: 'everyone' | 'visitor' | 'sign-in' | 'admin';
  /** The body that a POST may have; forms.server.ts defines the limits. */
  body?: 'form' | 'form-with-files' | 'reply-with-files' | 'large-form' | 'large-form-with-files';
  /** Shown after a sign-in: the page itself, the page that sent the request, or another page of the desk. */
  returnTo?: 'itself' | 'sender' | DeskPage;
  /** The response to a POST is delayed for a random time (AL-4). */
  isDelayed?: boolean;
  /** An open page asks by itself, which does not count as use of the session. */
  isAutomatic?: boolean;
}

type Page = keyof Register['pages'];
type DeskPage = Extract<Page, `/admin/dashboard${string}`>;
type DeclaredPage = Extract<Page, `/${'contact' | 'admin' | 'reset-password'}${string}`>;

const PUBLIC = { access: 'everyone' } as const satisfies RouteFacts;
const SIGN_IN = { access: 'sign-in' } as const satisfies RouteFacts;
const DESK = { access: 'admin', returnTo: 'itself' } as const satisfies RouteFacts;
const LIST = { ...DESK, returnTo: '/admin/dashboard' } as const satisfies RouteFacts;

const declaredFacts: Readonly<Record<DeclaredPage, RouteFacts>> = {
  '/contact': { access: 'visitor', body: 'form-with-files' },
  '/contact/challenge': { access: 'visitor' },
  '/admin': { ...SIGN_IN, isDelayed: true },
  '/admin/passkey/options': SIGN_IN,
  '/admin/logout': SIGN_IN,
  '/reset-password': SIGN_IN,

  '/admin/dashboard': { ...DESK, body: 'reply-with-files' },
  '/admin/dashboard/events': { ...LIST, isAutomatic: true },
  '/admin/dashboard/files/:id': DESK,
  '/admin/dashboard/files/:id/preview': DESK,
  '/admin/dashboard/files.zip': LIST,
  '/admin/dashboard/export.csv': LIST,
  '/admin/dashboard/export.xlsx': LIST,
  '/admin/dashboard/new': { ...DESK, body: 'form-with-files' },
  '/admin/dashboard/quarantine': DESK,
  '/admin/dashboard/numbers': DESK,

  '/admin/dashboard/account': DESK,
  '/admin/dashboard/account/passkeys/options': { ...DESK, returnTo: '/admin/dashboard/account' },
  '/admin/dashboard/account/password': DESK,
  '/admin/dashboard/account/two-step': DESK,
  '/admin/dashboard/templates': { ...DESK, body: 'large-form' },
  '/admin/dashboard/mail': DESK,
  '/admin/dashboard/people': DESK,
  '/admin/dashboard/person': DESK,
  '/admin/dashboard/person/file': { ...DESK, returnTo: '/admin/dashboard/person' },

  '/admin/dashboard/site': DESK,
  '/admin/dashboard/site/:kind': DESK,
  '/admin/dashboard/site/:kind/:id': { ...DESK, body: 'large-form-with-files' },
  '/admin/dashboard/site/pictures': { ...DESK, body: 'large-form-with-files', returnTo: 'sender' },
  '/admin/dashboard/site/live-view': { ...DESK, body: 'large-form', returnTo: 'sender' },
};

/** The optional language at the start of a pattern such as `el?/contact`, with the slashes around it. */
const OPTIONAL_LANGUAGE = /^\/?(el\?\/?)?/;

/** Returns the facts of a route by its pattern (`admin/dashboard/new`), those of a public page by default. */
export function getRouteFacts(routePattern: string): RouteFacts {
  const path = routePattern.replace(OPTIONAL_LANGUAGE, '/');
  return (declaredFacts as Record<string, RouteFacts>)[path] ?? PUBLIC;
}

export interface RouteInfo extends RouteFacts {
  isPrivate: boolean;
  /** No route has this path. Its 404 page is as private as the page of its first segment. */
  isUnknown: boolean;
}

const MAX_CACHED_PATHS = 500;

/** Returns a function that finds the facts of a path. It caches them, because matching takes 0.4 ms. */
export function createRouteFinder(build: ServerBuild): (path: string) => RouteInfo {
  const routes = listChildRoutes(build.routes);
  const infos = new LRUCache<string, RouteInfo>({
    max: MAX_CACHED_PATHS,
    memoMethod: (path) => findRoute(routes, path),
  });
  return (path) => infos.memo(path);
}

/** Ignores the suffix of data requests: the router adds `.data` to a path, or `_.data` after a slash. */
function findRoute(routes: RouteObject[], path: string): RouteInfo {
  const matches = matchRoutes(routes, path.replace(/(?<=\/)_\.data$|\.data$/, '')) ?? [];
  const pattern = matches
    .map(({ route }) => route.path)
    .filter(Boolean)
    .join('/');
  const isUnknown = matches.length === 0 || pattern.endsWith('*');

  const [, firstSegment = ''] = path.toLowerCase().split('/');
  const facts = getRouteFacts(isUnknown ? firstSegment : pattern);
  const { access } = facts;
  const isPrivate = access === 'sign-in' || access === 'admin';
  return isUnknown ? { access, isPrivate, isUnknown } : { ...facts, isPrivate, isUnknown };
}

function listChildRoutes(routes: ServerBuild['routes'], parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index } = route;
    if (index) return { id, path, index };
    return { id, path, children: listChildRoutes(routes, id) };
  });
}
