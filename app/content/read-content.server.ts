import { readdirSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { z } from 'zod';

const folder = import.meta.dirname;
const projectRoot = resolve(folder, '../..');

/** What is wrong with a content file, in one line: file, path inside, reason. */
export class ContentError extends Error {
  override name = 'ContentError';
}

/**
 * Reads a JSON file of this folder ("projects.json", "pages/materials.json").
 * Throws a ContentError when it cannot be read, is no JSON or breaks the schema.
 */
export function readContent<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): z.output<Schema> {
  const path = resolve(folder, file);
  const name = relative(projectRoot, path);
  return checkContent(name, parseJson(name, path), schema);
}

/** The names (without .json) of the files in a sub-folder of this one, in alphabetical order. */
export function contentFiles(subfolder: string): string[] {
  return readdirSync(resolve(folder, subfolder))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/** Checks a value that claims to be the content called `name`. Throws a ContentError. */
export function checkContent<Schema extends z.ZodType>(
  name: string,
  value: unknown,
  schema: Schema,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [first, ...others] = result.error.issues;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  throw new ContentError(`${name}: ${pathText(first?.path ?? [])}: ${first?.message}${more}`);
}

function parseJson(name: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\s+/g, ' ') : 'cannot be read';
    throw new ContentError(`${name}: ${reason}`);
  }
}

function pathText(path: PropertyKey[]): string {
  if (path.length === 0) return 'the whole file';
  return path.map(String).join('.');
}
