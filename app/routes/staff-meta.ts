import type { MetaDescriptor } from 'react-router';
import { buildPageMeta, getCompany } from '#app/routes/site/page.ts';

type PageMeta = Parameters<typeof buildPageMeta>;

interface StaffMetaArgs {
  matches: PageMeta[0];
  loaderData: { head: Pick<PageMeta[1], 'title' | 'description' | 'path'> } | undefined;
}

/** Returns the meta tags of a staff page: "Title | brand", not indexed. Empty if the loader failed. */
export function getStaffMeta({ matches, loaderData }: StaffMetaArgs): MetaDescriptor[] {
  if (!loaderData) return [];
  const { title, ...head } = loaderData.head;
  return buildPageMeta(matches, {
    ...head,
    title: `${title} | ${getCompany(matches).brand}`,
    noindex: 'with-canonical',
  });
}
