/** A part of an address that was not understood and is left out, to be said on the page. */
export interface LeftOut {
  name: string;
  value: string;
  why: 'unknown' | 'malformed' | 'twice' | 'beside' | 'ahead' | 'reversed' | 'tooLong';
}

type Shapes<Name extends string> = Readonly<Record<Name, (value: string) => boolean>>;
const SHOWN_CHARACTERS = 40;

/**
 * Reads the parameters of a page's address by their shapes; an empty one counts as not given. What
 * is malformed, given twice or no parameter of the page is left out, and listed.
 */
export function readParameters<Name extends string>(
  params: URLSearchParams,
  shapes: Shapes<Name>,
): { values: Record<Name, string>; leftOut: LeftOut[] } {
  const values = Object.fromEntries(Object.keys(shapes).map((name) => [name, '']));
  const leftOut: LeftOut[] = [];
  for (const name of new Set(params.keys())) {
    const given = params.getAll(name).map((value) => value.trim());
    const [value = '', second] = given.filter((text) => text !== '');
    if (value === '') continue;
    const shape = Object.hasOwn(shapes, name) ? shapes[name as Name] : undefined;
    const why = faultOf(shape, value, second);
    if (why) leftOut.push({ name: shortened(name), value: shortened(value), why });
    else values[name] = value;
  }
  return { values: values as Record<Name, string>, leftOut };
}

/** Keeps the first of some parameters that exclude each other; the others are left out. */
export function keepOne<Name extends string>(
  { values, leftOut }: { values: Record<Name, string>; leftOut: LeftOut[] },
  names: readonly Name[],
): void {
  for (const name of names.filter((each) => values[each] !== '').slice(1)) {
    leftOut.push({ name, value: shortened(values[name]), why: 'beside' });
    values[name] = '' as Record<Name, string>[Name];
  }
}

function faultOf(
  fits: ((value: string) => boolean) | undefined,
  value: string,
  second: string | undefined,
): LeftOut['why'] | null {
  if (!fits) return 'unknown';
  if (second !== undefined) return 'twice';
  return fits(value) ? null : 'malformed';
}

function shortened(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
