import type { Ref } from 'react';
import { ErrorBox } from '#app/components/field.tsx';
import { InPageLink } from '#app/components/in-page-link.tsx';
import type { EntryFormData } from '#app/routes/desk/site/shown-entry.server.ts';
import { EntryFields } from './entry-fields.tsx';
import { useSiteTexts } from './site-texts.ts';
import { StoredVersionContext } from './stored-context.ts';

/** The version that was saved after a refused form was opened (PB-8). */
export interface StoredVersion {
  form: EntryFormData;
  /** Who saved it, and when. */
  text: string;
  /** The fields that differ from the typed form, by the names of their controls. */
  differences: readonly { name: string; label: string }[];
}

/** Says that a colleague has saved the entry, and links to the fields in which the typed form differs from theirs. */
export function Differences({ ref, stored }: { ref: Ref<HTMLDivElement>; stored: StoredVersion }) {
  const { text, differences } = stored;
  const texts = useSiteTexts().stored;

  return (
    <ErrorBox tabIndex={-1} ref={ref}>
      <p>{text}</p>
      <h2 className="mt-3 text-large/body font-medium tracking-none">
        {differences.length > 0 ? texts.differences : texts.noDifferences}
      </h2>
      <ul className="grid list-disc gap-y-1.5 ps-[1.1em]">
        {differences.map(({ name, label }) => (
          <li key={name}>
            <InPageLink className="tap" id={name}>
              {label}
            </InPageLink>
          </li>
        ))}
      </ul>
    </ErrorBox>
  );
}

/** Shows the stored version as the same form, which cannot be changed. */
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
