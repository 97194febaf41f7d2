import { readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { sendStaticFile } from './send-static-file.server.ts';
import { type StaticFile, loadStaticFile } from './static-file.server.ts';

export interface StaticFiles {
  /** Answers with a file and says true, or leaves the response alone and says false. */
  serve(url: URL, request: IncomingMessage, response: ServerResponse): boolean;
}

/**
 * Reads a folder once and serves exactly the files found then: no directory redirects or listings,
 * no dotfiles, no lookup on disk by a visitor's path (ledger R-8; security model 1.1).
 */
export async function loadStaticFiles(folder: string): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length).replaceAll('\\', '/');
    if (!entry.isFile() || /\/\.|\.(br|gz)$/.test(name)) continue;
    files.set(name, await loadStaticFile(path, name));
  }
  return {
    serve(url, request, response) {
      const file = files.get(decodeURIComponent(url.pathname));
      if (!file) return false;
      sendStaticFile(file, request, response);
      return true;
    },
  };
}
