import { account } from '#app/content/desk/account.ts';
import { LANGUAGES, type Language } from '#app/content/language.ts';
import { DeskForm } from '#app/routes/admin/frame/desk-form.tsx';
import { SelectField } from '#app/ui/forms/field.tsx';

interface LanguageSectionProps {
  language: Language;
  /** Each language by its own name. */
  names: Readonly<Record<Language, string>>;
}

/** Where an admin chooses the language of their mail (ledger EL-6). */
export function LanguageSection({ language, names }: LanguageSectionProps) {
  const { heading, note, label, button } = account.language;
  return (
    <section>
      <h2>{heading}</h2>
      <p>{note}</p>
      <DeskForm action="/admin/dashboard/account/language">
        <SelectField name="language" label={label} defaultValue={language}>
          {LANGUAGES.map((each) => (
            <option key={each} value={each} lang={each}>
              {names[each]}
            </option>
          ))}
        </SelectField>
        <button className="plainbtn" type="submit">
          {button}
        </button>
      </DeskForm>
    </section>
  );
}
