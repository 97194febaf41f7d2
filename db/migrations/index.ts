import type { Migration } from 'kysely/migration';
import * as enquiries from './001-enquiries.ts';
import * as accounts from './002-accounts.ts';
import * as desk from './003-desk.ts';
import * as signedOut from './004-signed-out.ts';
import * as countedEvents from './005-counted-events.ts';
import * as emailKeys from './006-email-keys.ts';
import * as mailFailures from './007-mail-failures.ts';
import * as languages from './008-languages.ts';
import * as attachments from './009-attachments.ts';
import * as replies from './010-replies.ts';
import * as assignment from './011-assignment.ts';
import * as numbers from './012-numbers.ts';
import * as plainNumbers from './016-plain-numbers.ts';
import * as upkeep from './015-upkeep.ts';
import * as countedUses from './018-counted-uses.ts';
import * as list from './017-list.ts';
import * as attachmentScans from './014-attachment-scans.ts';
import * as drafts from './019-drafts.ts';

/** Every migration in order; a name, once released, never changes. */
export const migrations: Record<string, Migration> = {
  '001-enquiries': enquiries,
  '002-accounts': accounts,
  '003-desk': desk,
  '004-signed-out': signedOut,
  '005-counted-events': countedEvents,
  '006-email-keys': emailKeys,
  '007-mail-failures': mailFailures,
  '008-languages': languages,
  '009-attachments': attachments,
  '010-replies': replies,
  '011-assignment': assignment,
  '012-numbers': numbers,
  '016-plain-numbers': plainNumbers,
  '015-upkeep': upkeep,
  '018-counted-uses': countedUses,
  '017-list': list,
  '014-attachment-scans': attachmentScans,
  '019-drafts': drafts,
};
