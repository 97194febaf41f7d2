import { type RouteObject, type ServerBuild, matchRoutes } from 'react-router';

/** Where the routes lie whose answers are for one person alone. */
const PRIVATE_ROUTES = /^routes\/admin\//;
/** Unknown paths below the private ones answer with the 404 page, which tells nobody's secrets. */
const PRIVATE_AREA = /^\/(admin|reset-password)/i;
const ANYTHING = '*';
const REMEMBERED = 500;
const REMEMBERED_CHARACTERS = 100;

/** What a path leads to, told by the router's own matching, however the path is spelled. */
export interface Destination {
  /** Not for caches, search engines or referrers (security model 1.2). */
  isPrivate: boolean;
  /** Its posts are answered late on purpose (ledger AL-4): the route's `handle.answersLate`. */
  answersLate: boolean;
  /** Its form may bring files: the route's `handle.takesFiles`. */
  takesFiles: boolean;
  /** No route but the one for everything else. */
  isUnknown: boolean;
  /** Which entry of a list it is, the path says: whether there is such a one, the route. */
  isOneOfMany: boolean;
}

/** Reads the routes of a build. `path` is a URL's pathname, `.data` addresses included. */
export function readRoutes(build: ServerBuild): (path: string) => Destination {
  const routes = routesBelow(build, undefined);
  const remembered = new Map<string, Destination>();
  return (path) => {
    const known = remembered.get(path);
    if (known) return known;
    const found = destinationOf(routes, path.replace(/(?<=\/)_\.data$|\.data$/, ''));
    if (remembered.size >= REMEMBERED) remembered.clear();
    if (path.length <= REMEMBERED_CHARACTERS) remembered.set(path, found);
    return found;
  };
}

function destinationOf(routes: RouteObject[], path: string): Destination {
  const matches = matchRoutes(routes, path) ?? [];
  const paths = matches.map(({ route }) => route.path ?? '');
  return {
    isPrivate:
      matches.some(({ route }) => PRIVATE_ROUTES.test(route.id ?? '')) ||
      PRIVATE_AREA.test(decodeURIComponent(path)),
    answersLate: matches.some(({ route }) => says(route.handle, 'answersLate')),
    takesFiles: matches.some(({ route }) => says(route.handle, 'takesFiles')),
    isUnknown: matches.length === 0 || paths.some((part) => part.endsWith(ANYTHING)),
    isOneOfMany: paths.some((part) => part.includes(':')),
  };
}

function says(handle: unknown, what: 'answersLate' | 'takesFiles'): boolean {
  return typeof handle === 'object' && handle !== null && what in handle;
}

function routesBelow({ routes }: ServerBuild, parentId: string | undefined): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => route!)
    .map(({ id, path, index, module }) =>
      index
        ? { id, path, index: true, handle: module.handle }
        : { id, path, handle: module.handle, children: routesBelow({ routes } as ServerBuild, id) },
    );
}
