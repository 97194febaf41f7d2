import type { FieldType } from './field-type.ts';

export const tick: FieldType<boolean> = {
  empty: false,
  read: (form, name) => form.has(name),
  listTexts: () => [],
  getFormValues: (isTicked, name) => ({ [name]: isTicked ? '1' : '' }),
};
