import { Outlet } from 'react-router';
import type { Route } from './+types/layout.ts';
import { languageOf } from '#app/content/language.ts';
import { siteFrame } from '#app/content/texts/site-frame.server.ts';
import siteStyles from '#app/styles/site.css?url';
import { AddressPrefix } from '#app/ui/language/address.ts';
import { Shell } from './shell.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: siteStyles }];

/** The words around the page, in the language of its address. */
export function loader({ url }: Route.LoaderArgs) {
  return siteFrame(languageOf(url.pathname));
}

/** A document has one language: a link to the other one loads another document. */
export function shouldRevalidate() {
  return false;
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AddressPrefix value={loaderData.prefix}>
      <Shell words={loaderData}>
        <Outlet />
      </Shell>
    </AddressPrefix>
  );
}
