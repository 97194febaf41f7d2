import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { NewEnquiry } from '../../../db/schema.ts';
import type { ServedSite } from '../../support/servers/served-site.ts';
import { fillDesk, logIn } from './desk-page.ts';

/** Makes an admin and these enquiries, and signs the admin in on the page. Returns the ids. */
export async function enterDesk(page: Page, site: ServedSite, enquiries: Partial<NewEnquiry>[]) {
  const email = `${randomUUID()}@drys.example`;
  const ids = await fillDesk(site, email, enquiries);
  await logIn(page, site, email);
  return ids;
}
