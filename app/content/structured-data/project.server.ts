import { company } from '#app/content/texts/company.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import type { Project } from '#app/content/catalogue/projects.server.ts';
import { isNothing } from '#app/content/catalogue/specifications.server.ts';
import { pathIn } from '#app/content/language.ts';
import { pageWords } from '#app/content/texts/site-pages.server.ts';
import { type SiteOf, ids } from './business.server.ts';
import { type GraphNode, type GraphValue, pointer } from './graph-node.server.ts';
import { imageId, imageObject } from './image-object.server.ts';

/** A project as a work with its credits, and its pictures (ledger SE-3). */
export function projectNodes(site: SiteOf, project: Project): GraphNode[] {
  const { origin, language } = site;
  const { slug, title, category, description, dateModified, specifications } = project;
  const url = origin + pathIn(language, `/projects/${slug}`);
  const pictures = [project.image, ...project.images].map((name) => picture(name, language));
  const work: GraphNode = {
    '@type': 'CreativeWork',
    '@id': `${url}#project`,
    name: title,
    url,
    description: description.join('\n\n'),
    genre: category,
    keywords: specifications.type,
    ...yearsOf(project.year),
    dateModified,
    contentLocation: { '@type': 'Place', name: specifications.location },
    ...creditsOf(site, specifications),
    image: pictures.map((shown) => pointer(imageId(origin, shown))),
  };
  const { photographer } = specifications;
  return [work, ...pictures.map((shown) => imageObject(origin, shown, photographer))];
}

/** A range is dated by its last year, the one in which the work was done with. */
function yearsOf(year: string): Record<string, GraphValue> {
  const last = year.slice(-4);
  return year === last
    ? { dateCreated: year }
    : { dateCreated: last, temporal: year.replace('-', '/') };
}

function creditsOf(
  { origin, language }: SiteOf,
  credits: Project['specifications'],
): Record<string, GraphValue> {
  const roles = pageWords[language].project.fields;
  const { construction, architecture, architect, photographer, client } = credits;
  return {
    creator:
      construction === company.name
        ? pointer(ids(origin).business)
        : { '@type': 'Organization', name: construction },
    contributor: [
      credited(roles.architecture, 'Organization', architecture),
      credited(roles.architect, 'Person', architect),
      credited(roles.photographer, 'Organization', photographer),
    ],
    sponsor: { '@type': 'Organization', name: client },
  };
}

function credited(roleName: string, type: string, name: string): GraphValue {
  if (isNothing(name)) return undefined;
  return { '@type': 'Role', roleName, contributor: { '@type': type, name } };
}
