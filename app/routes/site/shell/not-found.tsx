import { data } from 'react-router';
import { getPathLanguage } from '#app/content/language.ts';
import { getPageTexts } from '#app/content/texts/site.server.ts';
import type { Route } from './+types/not-found.ts';
import { NotFound } from './error-pages.tsx';

export function loader({ url }: Route.LoaderArgs) {
  const texts = getPageTexts(getPathLanguage(url.pathname)).notFound;
  return data({ texts }, { status: 404 });
}

export default function NotFoundPage({ loaderData }: Route.ComponentProps) {
  return <NotFound texts={loaderData.texts} />;
}
