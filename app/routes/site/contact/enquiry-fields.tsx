import { useState } from 'react';
import type { ContactWords, FormWords } from '#app/content/texts/contact.server.ts';
import { SelectField, TextArea, TextField } from '#app/ui/forms/field.tsx';
import { phrase } from '#app/ui/language/phrase.ts';
import type { FieldError } from '#app/ui/forms/field-messages.tsx';

type FieldName = keyof ContactWords['labels'];
export type FieldValues = Readonly<Record<FieldName, string>>;
export type FieldRules = Readonly<Record<FieldName, { maxLength?: number; required: boolean }>>;

interface EnquiryFieldsProps {
  words: FormWords;
  values: FieldValues | null;
  rules: FieldRules;
  errors: readonly (FieldError & { field: string })[];
  /** The choice before the visitor makes one. */
  projectType: string | undefined;
}

const row = 'grid gap-x-gutter gap-y-6 lg:grid-cols-2';

/** What a visitor is asked; limits come from the schema that will judge the answers. */
export function EnquiryFields({ words, values, rules, errors, projectType }: EnquiryFieldsProps) {
  const field = (name: FieldName) => ({
    name,
    label: words.labels[name],
    defaultValue: values?.[name],
    error: errors.find((error) => error.field === name),
    // Without JavaScript the first refused field gets the focus this way.
    autoFocus: errors[0]?.field === name,
  });
  const text = (name: FieldName) => ({ ...field(name), ...rules[name] });
  return (
    <>
      <div className={row}>
        <TextField {...text('full_name')} autoComplete="name" />
        <TextField {...text('email')} type="email" autoComplete="email" />
      </div>
      <div className={row}>
        <TextField {...text('phone')} type="tel" hint={words.optional} autoComplete="tel" />
        <TextField {...text('company')} hint={words.optional} autoComplete="organization" />
      </div>
      <SelectField {...field('project')} defaultValue={values?.project ?? projectType}>
        {Object.entries(words.projectTypes).map(([type, label]) => (
          <option key={type} value={label === type ? undefined : type}>
            {label}
          </option>
        ))}
      </SelectField>
      <MessageField {...text('message')} hint={words.optional} length={words.length} />
    </>
  );
}

type MessageFieldProps = React.ComponentProps<typeof TextArea> & {
  maxLength?: number;
  /** How long the message is, in words. */
  length: string;
};

function MessageField({ length: said, ...props }: MessageFieldProps) {
  const [length, setLength] = useState(String(props.defaultValue ?? '').length);
  return (
    <TextArea
      {...props}
      rows={6}
      note={phrase(said, { count: length, max: props.maxLength ?? '' })}
      onInput={(event) => setLength(event.currentTarget.value.length)}
    />
  );
}
