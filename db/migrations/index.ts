import type { Migration } from 'kysely/migration';
import * as baseline from './001-baseline.ts';
import * as receipts from './002-receipts.ts';
import * as deskWork from './003-desk-work.ts';
import * as siteContent from './005-site-content.ts';
import * as siteKinds from './006-site-kinds.ts';
import * as siteNames from './007-site-names.ts';
import * as siteMedia from './008-site-media.ts';
import * as milestones from './009-milestones.ts';
import * as nullSafeChecks from './010-null-safe-checks.ts';
import * as postedForms from './011-posted-forms.ts';
import * as emailDomainKeys from './012-email-domain-keys.ts';
import * as sampleEntries from './013-sample-entries.ts';
import * as people from './014-people.ts';
import * as messageIds from './015-message-ids.ts';
import * as greekGreeting from './017-greek-greeting.ts';
import * as messages from './018-messages.ts';
import * as boundedMessageSearch from './019-bounded-message-search.ts';
import * as phoneSearch from './020-phone-search.ts';

// No release has had a migration 004 since the baseline, and 005 was released under its number.
/** Every migration in order; a name, once released, never changes. */
export const migrations: Record<string, Migration> = {
  '001-baseline': baseline,
  '002-receipts': receipts,
  '003-desk-work': deskWork,
  '005-site-content': siteContent,
  '006-site-kinds': siteKinds,
  '007-site-names': siteNames,
  '008-site-media': siteMedia,
  '009-milestones': milestones,
  '010-null-safe-checks': nullSafeChecks,
  '011-posted-forms': postedForms,
  '012-email-domain-keys': emailDomainKeys,
  '013-sample-entries': sampleEntries,
  '014-people': people,
  '015-message-ids': messageIds,
  '017-greek-greeting': greekGreeting,
  '018-messages': messages,
  '019-bounded-message-search': boundedMessageSearch,
  '020-phone-search': phoneSearch,
};
