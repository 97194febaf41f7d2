/** What a template may leave open; the reply that starts from it has it filled in. */
export const PLACEHOLDERS = ['name', 'project'] as const;

export type Placeholder = (typeof PLACEHOLDERS)[number];

const PLACES = /\{([^{}\n]*)\}/g;
const SHOWN_CHARACTERS = 40;

/** A text with its placeholders filled in, in one pass: what is filled in stays as it is. */
export function fillIn(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replace(PLACES, (place, name: string) => (isKnown(name) ? values[name] : place));
}

/** The placeholders of a text that nothing fills in, as they are written, each once. */
export function unknownPlaceholders(text: string): string[] {
  const unknown = [...text.matchAll(PLACES)].filter(([, name = '']) => !isKnown(name));
  return [...new Set(unknown.map(([place]) => shortened(place)))];
}

function isKnown(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}

function shortened(place: string): string {
  return place.length > SHOWN_CHARACTERS ? `${place.slice(0, SHOWN_CHARACTERS)}…` : place;
}
