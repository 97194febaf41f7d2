import { SLUG } from '#app/content/slugs.server.ts';
import type { FieldType } from './field-type.ts';

/** Entries of another kind, by their slugs: one ticked box each, all with the name of the field. */
export const slugs: FieldType<string[]> = {
  empty: [],
  read: (form, name, max) => {
    const postedSlugs = form.getAll(name).map(String);
    return [...new Set(postedSlugs)].filter((slug) => SLUG.test(slug)).slice(0, max);
  },
  listTexts: () => [],
  // A slug has no spaces.
  getFormValues: (slugList, name) => ({ [name]: slugList.join(' ') }),
};
