import { pageWords } from '#app/content/words/site.server.ts';
import { data } from 'react-router';
import type { Route } from './+types/not-found.ts';
import { languageOf, plainPath } from '#app/content/language.ts';
import { pageMeta } from '#app/routes/site/page.ts';
import { NotFound } from './error-pages.tsx';

export function loader({ url }: Route.LoaderArgs) {
  return data(pageWords[languageOf(url.pathname)].notFound, { status: 404 });
}

export function meta({ matches, location, loaderData }: Route.MetaArgs) {
  const { title, text: description } = loaderData;
  const path = plainPath(location.pathname);
  return pageMeta(matches, { title, description, path, noindex: 'missing' });
}

export default function NotFoundPage({ loaderData }: Route.ComponentProps) {
  return <NotFound words={loaderData} />;
}
