import { data } from 'react-router';
import { getPathLanguage, toPlainPath } from '#app/content/language.ts';
import { getPageMessages } from '#app/content/messages/site.server.ts';
import type { Route } from './+types/not-found.ts';
import { NotFound } from './error-pages.tsx';

export { getPageMeta as meta } from './error-pages.tsx';

export function loader({ url }: Route.LoaderArgs) {
  const messages = getPageMessages(getPathLanguage(url.pathname)).notFound;
  const { title, text: description } = messages;
  const head = { title, description, path: toPlainPath(url.pathname), noindex: 'missing' };
  return data({ messages, head }, { status: 404 });
}

export default function NotFoundPage({ loaderData }: Route.ComponentProps) {
  return <NotFound messages={loaderData.messages} />;
}
