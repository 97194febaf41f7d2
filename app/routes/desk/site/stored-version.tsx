import type { ErrorLine } from '#app/components/field.tsx';
import type { EntryFormData } from '#app/routes/desk/site/shown-entry.server.ts';
import { EntryFields } from './entry-fields.tsx';
import { useSiteTexts } from './site-texts.ts';
import { StoredVersionContext } from './stored-context.ts';

/** The version that was saved after a refused form was opened (PB-8). */
export interface StoredVersion {
  form: EntryFormData;
  /** Who saved it, and when. */
  text: string;
  /** The labels of the fields that differ from the typed form. */
  differences: readonly ErrorLine[];
}

export function StoredForm({ stored }: { stored: StoredVersion }) {
  const texts = useSiteTexts().stored;
  return (
    <section className="min-w-0 border-t border-ink pt-6" aria-labelledby="stored">
      <h2 id="stored" className="pb-5 text-large">
        {texts.heading}
      </h2>
      <fieldset className="flex max-w-page min-w-0 flex-col gap-8 border-0 p-0" disabled>
        <StoredVersionContext value>
          <EntryFields draft="stored" form={stored.form} errors={{}} refused={[]} />
        </StoredVersionContext>
      </fieldset>
    </section>
  );
}
