import {
  ErrorText,
  FieldTexts,
  getFieldAria,
  SelectField,
  TextArea,
  TextField,
} from '#app/components/field.tsx';
import { interpolate } from '#app/components/texts.ts';
import { LANGUAGES, type Language } from '#app/content/language.ts';
import { TEXT_LIMITS } from '#app/content/text-limits.ts';
import { FieldGroup, TickBox } from '#app/routes/desk/frame.tsx';
import type { EntryFormData } from '#app/routes/desk/site/shown-entry.server.ts';
import { BlocksField } from './blocks-field.tsx';
import {
  getGroupId,
  useControlName,
  useEntryForm,
  useEntryTexts,
  type FieldProps,
} from './entry-form.ts';
import { PICKER, PicturesField } from './pictures-field.tsx';
import { getFileUrl } from './site-urls.ts';

/** The fields of an entry: in a long form by groups, of which the folded ones are open if they have an error. */
export function EntryFields() {
  const { form, errors } = useEntryForm();
  const { fields, groups } = form;
  const getName = useControlName();
  const renderFields = (shownFields: EntryFormData['fields']) =>
    shownFields.map((field) => <EntryField key={field.name} field={field} />);
  if (groups.length === 0) return renderFields(fields);

  return groups.map(({ name, label, isFolded, controlNames }) => {
    const id = getName(getGroupId(name));
    const groupFields = fields.filter((field) => controlNames.includes(field.name));
    const groupControls = (
      <div className="clear-both flex flex-wrap items-end gap-8 *:w-full">
        {renderFields(groupFields)}
      </div>
    );

    if (isFolded) {
      return (
        <details
          key={name}
          id={id}
          className="scroll-mt-32 border-t border-ink lg:scroll-mt-20"
          open={controlNames.some((control) => control in errors)}
        >
          <summary className="min-h-target content-center text-large">{label}</summary>
          {groupControls}
        </details>
      );
    }

    // The field of pictures is a labelled group itself.
    const hasOnlyPictures = groupFields.every(({ type }) => type === 'pictures');
    return (
      <div key={name} id={id} className="scroll-mt-32 lg:scroll-mt-20">
        {hasOnlyPictures ? (
          renderFields(groupFields)
        ) : (
          <FieldGroup label={label}>{groupControls}</FieldGroup>
        )}
      </div>
    );
  });
}

function EntryField({ field }: FieldProps) {
  const { form } = useEntryForm();
  const { controls: texts } = useEntryTexts();
  const getControlProps = useControlProps(field);

  switch (field.type) {
    case 'line':
    case 'text':
      return <InEachLanguage field={field} />;
    case 'name':
      return <Name field={field} />;
    case 'category':
      return <Category field={field} />;
    case 'pictures':
      return <PicturesField key={form.version} field={field} />;
    case 'blocks':
      return <BlocksField key={form.version} field={field} />;
    case 'drawing':
    case 'file':
    case 'mark':
      return <FileField field={field} />;
    case 'choice':
      return (
        <div className="md:max-w-80">
          <Select field={field} noChoice={texts.option} />
        </div>
      );
    case 'days':
    case 'links':
      return (
        <div className="max-w-160">
          <TextArea
            {...getControlProps(field.name)}
            label={field.label}
            rows={4}
            note={field.hint}
          />
        </div>
      );
    case 'hours':
      return <Hours field={field} />;
    case 'tick':
      return <Tick field={field} />;
    case 'slugs':
      return <Slugs field={field} />;
    default:
      return (
        <div className="md:max-w-80">
          <TextField
            {...getControlProps(field.name)}
            label={field.label}
            hint={field.hint}
            type={field.type === 'day' ? 'date' : undefined}
          />
        </div>
      );
  }
}

function useControlProps(field: FieldProps['field']) {
  const { form, errors } = useEntryForm();
  const getName = useControlName();

  return (name: string) => ({
    name: getName(name),
    defaultValue: form.values[name] ?? '',
    limit: field.max || undefined,
    error: errors[name],
  });
}

function InEachLanguage({ field }: FieldProps) {
  const texts = useEntryTexts();
  const getControlProps = useControlProps(field);
  const examples: Readonly<Record<string, Readonly<Record<Language, string>>>> = texts.examples;

  return (
    <div className="flex flex-wrap gap-x-8 gap-y-4">
      {LANGUAGES.map((lang) => {
        const example = examples[field.name]?.[lang] ?? '';
        const control = {
          ...getControlProps(`${field.name}_${lang}`),
          label: `${field.label} (${texts.languages[lang]})`,
          lang,
          note: field.hint && interpolate(field.hint, { example }),
        };
        return (
          <div key={lang} className="min-w-0 flex-1 basis-80">
            {field.type === 'line' ? (
              <TextField {...control} />
            ) : (
              <TextArea {...control} rows={field.max > 1000 ? 10 : 4} />
            )}
          </div>
        );
      })}
    </div>
  );
}

function Name({ field }: FieldProps) {
  const { controls: texts } = useEntryTexts();
  const getControlProps = useControlProps(field);
  const hint = field.isRequired ? field.hint : texts.optional;
  const inGreek = interpolate(texts.inGreek, { field: field.label });
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-4">
      <div className="min-w-0 flex-1 basis-80">
        <TextField {...getControlProps(field.name)} label={field.label} hint={hint} />
      </div>
      <div className="min-w-0 flex-1 basis-80">
        <TextField {...getControlProps(`${field.name}_el`)} label={inGreek} lang="el" />
      </div>
    </div>
  );
}

function Category({ field }: FieldProps) {
  const { controls: texts, languages } = useEntryTexts();
  const getControlProps = useControlProps(field);

  return (
    <div className="flex flex-wrap gap-x-8 gap-y-4">
      <div className="min-w-0 flex-1 basis-80">
        <Select field={field} noChoice={texts.choose} />
      </div>
      {LANGUAGES.map((lang) => (
        <div key={lang} className="min-w-0 flex-1 basis-40">
          <TextField
            {...getControlProps(`new_category_${lang}`)}
            label={`${texts.newCategory} (${languages[lang]})`}
            lang={lang}
            limit={TEXT_LIMITS.categoryTitle}
          />
        </div>
      ))}
    </div>
  );
}

function Hours({ field }: FieldProps) {
  const { weekdays } = useEntryTexts();
  const getControlProps = useControlProps(field);
  const name = useControlName()(field.name);
  const error = useEntryForm().errors[field.name];
  return (
    <fieldset className="min-w-0 border-0 p-0" {...getFieldAria(name, undefined, field.hint)}>
      <legend className="p-0 font-medium">{field.label}</legend>
      <FieldTexts name={name} note={field.hint} />
      {error && <ErrorText id={field.name}>{error.text}</ErrorText>}
      <div className="flex flex-wrap gap-x-8 gap-y-4 pt-3">
        {weekdays.map((label, day) => (
          <div key={label} className="basis-40">
            <TextField {...getControlProps(`${field.name}_${day + 1}`)} label={label} />
          </div>
        ))}
      </div>
    </fieldset>
  );
}

function Tick({ field }: FieldProps) {
  const { form } = useEntryForm();
  const name = useControlName()(field.name);
  return (
    <div className="max-w-text">
      <TickBox
        label={field.label}
        className="font-medium"
        id={name}
        name={name}
        value="1"
        defaultChecked={form.values[field.name] === '1'}
        {...getFieldAria(name, undefined, field.hint)}
      />
      <FieldTexts name={name} note={field.hint} />
    </div>
  );
}

/** The ticked boxes repeat the name of the field. */
function Slugs({ field }: FieldProps) {
  const { form } = useEntryForm();
  const name = useControlName()(field.name);
  const selectedSlugs = form.values[field.name]!.split(' ');
  return (
    <fieldset
      className="min-w-0 border-0 p-0"
      id={name}
      {...getFieldAria(name, undefined, field.hint)}
    >
      <legend className="p-0 font-medium">{field.label}</legend>
      <FieldTexts name={name} note={field.hint} />
      <div className="flex flex-wrap gap-x-8">
        {field.choices.map(({ value, label }) => (
          <TickBox
            key={value}
            label={label}
            name={name}
            value={value}
            defaultChecked={selectedSlugs.includes(value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Select({ field, noChoice }: FieldProps & { noChoice: string }) {
  const getControlProps = useControlProps(field);
  return (
    <SelectField {...getControlProps(field.name)} label={field.label}>
      <option value="">{noChoice}</option>
      {field.choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

const ACCEPTED = { drawing: 'image/png', file: 'application/pdf', mark: 'image/svg+xml' };

function FileField({ field }: FieldProps) {
  const { form, errors, refusedFiles } = useEntryForm();
  const { hint, label } = field;
  const getName = useControlName();
  const name = getName(field.name);
  const fileType = field.type as keyof typeof ACCEPTED;
  const storedName = form.values[`kept_${field.name}`];
  const refusals = fileType === 'drawing' ? [] : refusedFiles;
  const errorTexts = [errors[field.name]?.text, ...refusals].filter(Boolean);
  const error = errorTexts.length > 0 ? { text: errorTexts.join(' ') } : undefined;

  return (
    <div className="field max-w-text">
      <label htmlFor={name}>{label}</label>
      {storedName && (
        <TickBox
          label={<StoredFile type={fileType} name={storedName} />}
          className="justify-start"
          name={getName(`kept_${field.name}`)}
          value={storedName}
          defaultChecked
        />
      )}
      <input
        id={name}
        className={PICKER}
        type="file"
        name={name}
        accept={ACCEPTED[fileType]}
        {...getFieldAria(name, error, hint)}
      />
      <FieldTexts name={name} error={error} note={hint} />
    </div>
  );
}

function StoredFile({ type, name }: { type: keyof typeof ACCEPTED; name: string }) {
  const { keptFile, openFile } = useEntryTexts();
  const url = getFileUrl(type, name);
  return (
    <>
      {keptFile}
      {type === 'file' ? (
        <a className="tap min-w-target" href={url} target="_blank" rel="noopener">
          {openFile}
        </a>
      ) : (
        <img
          className="h-24 w-40 drawing border border-line bg-paper object-contain"
          src={url}
          alt=""
        />
      )}
    </>
  );
}
