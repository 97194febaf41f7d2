import { useState } from 'react';
import { contact } from '#app/content/texts/contact.ts';
import { SelectField, TextArea, TextField } from '#app/ui/forms/field.tsx';
import type { FieldError } from '#app/ui/forms/field-messages.tsx';

type FieldName = keyof typeof contact.labels;
export type FieldValues = Readonly<Record<FieldName, string>>;
export type FieldRules = Readonly<Record<FieldName, { maxLength?: number; required: boolean }>>;

interface EnquiryFieldsProps {
  values: FieldValues | null;
  rules: FieldRules;
  errors: readonly (FieldError & { field: string })[];
  /** The choice before the visitor makes one. */
  projectType: string | undefined;
}

/** What a visitor is asked; limits come from the schema that will judge the answers. */
export function EnquiryFields({ values, rules, errors, projectType }: EnquiryFieldsProps) {
  const field = (name: FieldName) => ({
    name,
    label: contact.labels[name],
    defaultValue: values?.[name],
    error: errors.find((error) => error.field === name),
    // Without JavaScript the first refused field gets the focus this way.
    autoFocus: errors[0]?.field === name,
  });
  const text = (name: FieldName) => ({ ...field(name), ...rules[name] });
  return (
    <>
      <div className="form__row">
        <TextField {...text('full_name')} autoComplete="name" />
        <TextField {...text('email')} type="email" autoComplete="email" />
      </div>
      <div className="form__row">
        <TextField {...text('phone')} type="tel" hint={contact.optional} autoComplete="tel" />
        <TextField {...text('company')} hint={contact.optional} autoComplete="organization" />
      </div>
      <SelectField {...field('project')} defaultValue={values?.project ?? projectType}>
        {contact.projectTypes.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </SelectField>
      <MessageField {...text('message')} />
    </>
  );
}

function MessageField(props: React.ComponentProps<typeof TextArea> & { maxLength?: number }) {
  const [length, setLength] = useState(String(props.defaultValue ?? '').length);
  return (
    <TextArea
      {...props}
      rows={6}
      hint={contact.optional}
      note={`${length} of ${props.maxLength} characters`}
      onInput={(event) => setLength(event.currentTarget.value.length)}
    />
  );
}
