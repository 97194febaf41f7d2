import { company } from '#app/content/texts/company.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import type { Project } from '#app/content/catalogue/projects.server.ts';
import { isNothing } from '#app/content/catalogue/specifications.server.ts';
import { ids } from './business.server.ts';
import { type GraphNode, type GraphValue, pointer } from './graph-node.server.ts';
import { imageId, imageObject } from './image-object.server.ts';

/** A project as a work with its credits, and its pictures (ledger SE-3). */
export function projectNodes(origin: string, project: Project): GraphNode[] {
  const { slug, title, category, description, dateModified, specifications } = project;
  const url = `${origin}/projects/${slug}`;
  const pictures = [project.image, ...project.images].map(picture);
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
    ...creditsOf(origin, specifications),
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

function creditsOf(origin: string, credits: Project['specifications']): Record<string, GraphValue> {
  const { construction, architecture, architect, photographer, client } = credits;
  return {
    creator:
      construction === company.name
        ? pointer(ids(origin).business)
        : { '@type': 'Organization', name: construction },
    contributor: [
      credited('Architecture', 'Organization', architecture),
      credited('Architect', 'Person', architect),
      credited('Photographer', 'Organization', photographer),
    ],
    sponsor: { '@type': 'Organization', name: client },
  };
}

function credited(roleName: string, type: string, name: string): GraphValue {
  if (isNothing(name)) return undefined;
  return { '@type': 'Role', roleName, contributor: { '@type': type, name } };
}
