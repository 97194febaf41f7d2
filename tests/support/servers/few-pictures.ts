import { copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteFile } from '#db/engine/sqlite-file.ts';
import { newFolder } from './new-data.ts';

/**
 * Lets the next data folders of a test file begin with the sample and few of its pictures: all projects but one
 * show the same. Call it before the site starts, in files whose tests copy or read all media.
 */
export function useFewPictures(): void {
  const wholeSample = process.env['FIRST_START']!;
  const folder = newFolder();
  for (const database of ['drys.db', 'empty.db'])
    copyFileSync(join(wholeSample, database), join(folder, database));

  using file = new SqliteFile(join(folder, 'drys.db'));
  file.exec(`
    UPDATE site_entries SET published = json_set(published, '$.drawing', null, '$.pictures', json((
      SELECT json_array(json_extract(published, '$.pictures[0]'))
      FROM site_entries WHERE kind = 'projects' AND slug = 'roche')))
    WHERE kind = 'projects' AND slug <> 'roche';
    UPDATE site_publications SET content =
      (SELECT published FROM site_entries WHERE site_entries.id = entry_id);
    DELETE FROM site_media WHERE NOT EXISTS
      (SELECT 1 FROM site_entries WHERE instr(published, site_media.name))`);
  const names = new Set(file.prepare('SELECT name FROM site_media').pluck().all());

  mkdirSync(join(folder, 'media'));
  for (const media of readdirSync(join(wholeSample, 'media'))) {
    const [name] = media.split(/[-.]/);
    if (names.has(name)) linkSync(join(wholeSample, 'media', media), join(folder, 'media', media));
  }

  process.env['FIRST_START'] = folder;
}
