/** Why files were refused, with what its words name (AT-3). */
export type FileRefusal =
  | { kind: 'notAccepted' | 'empty'; name: string }
  | { kind: 'tooLarge'; name: string; mb: number }
  | { kind: 'tooMany'; count: number }
  | { kind: 'together'; mb: number };

/** Whether a refusal is about size, and so a 413. */
export function isTooLarge({ kind }: FileRefusal): boolean {
  return kind === 'tooLarge' || kind === 'together';
}
