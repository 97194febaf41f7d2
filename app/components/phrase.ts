/** A phrase for one of something and for any other number of it. */
export interface CountedPhrase {
  one: string;
  other: string;
}

export function phrase(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

export function counted({ one, other }: CountedPhrase, count: number): string {
  return phrase(count === 1 ? one : other, { count });
}
