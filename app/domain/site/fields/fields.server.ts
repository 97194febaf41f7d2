import type { Field, FieldKind, FieldValues } from '#app/content/kinds.server.ts';
import { blocks } from './blocks.ts';
import type { FieldType } from './field-type.ts';
import { drawing, file } from './file.ts';
import { hours } from './hours.ts';
import { pictures } from './pictures.ts';
import {
  choice,
  day,
  days,
  digits,
  email,
  links,
  mapPoint,
  number,
  phone,
  word,
  year,
} from './plain.ts';
import { slugs } from './slugs.ts';
import { line, name, text } from './text.ts';
import { tick } from './tick.ts';

const fieldTypes: { readonly [Kind in FieldKind]: FieldType<FieldValues[Kind]> } = {
  line,
  text,
  name,
  year,
  day,
  category: word,
  pictures,
  drawing,
  blocks,
  choice,
  file,
  mark: file,
  word,
  email,
  phone,
  digits,
  number,
  mapPoint,
  hours,
  days,
  links,
  tick,
  slugs,
};

export function getFieldType<Kind extends FieldKind>({
  type,
}: Field & { type: Kind }): FieldType<FieldValues[Kind]> {
  return fieldTypes[type];
}
