import { href, type ActionFunctionArgs } from 'react-router';
import { languageNames } from '#app/content/language.ts';
import { failureTitles } from '#app/content/texts/enquiry.server.ts';
import type { FlashMessage } from '#app/content/texts/flash-texts.server.ts';
import { peopleTexts } from '#app/content/texts/people.server.ts';
import {
  AccountError,
  disableAdmin,
  enableAdmin,
  findAdminEmail,
  inviteAdmin,
  listAccounts,
  signOutAdmin,
} from '#app/domain/accounts/accounts.server.ts';
import { formatShortDay } from '#app/domain/clock.server.ts';
import { parseLanguage } from '#app/http/cookies.server.ts';
import {
  refuseForm,
  withRecentPassword,
  type ConfirmedForm,
} from '#app/routes/desk/account/confirmation.server.ts';
import type { RefusedForm } from '#app/routes/desk/action-data.ts';
import { createDeskActions } from '#app/routes/desk/desk-actions.server.ts';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/desk-request.server.ts';

const PEOPLE = href('/admin/dashboard/people');

/** Loads all accounts, also disabled ones, sorted by email. */
export async function readPeoplePage({ context }: Pick<ActionFunctionArgs, 'context'>) {
  const { id, language } = requireAdmin(context);
  const texts = peopleTexts[language];
  const people = (await listAccounts()).map((person) => ({
    ...person,
    isOwn: person.id === id,
    lastSignIn: person.lastSignInOn && formatShortDay(person.lastSignInOn, language),
  }));
  return { texts, people, language, languageNames };
}

type AccountChange = 'invite' | 'disable' | 'enable' | 'signOut';

/** Runs the forms of the page People. All ask for the password unless it was typed recently (PP-2). */
export const submitPeopleForm = createDeskActions({
  invite: changeWithRecentPassword('invite'),
  disable: changeWithRecentPassword('disable'),
  enable: changeWithRecentPassword('enable'),
  signOut: changeWithRecentPassword('signOut'),
});

function changeWithRecentPassword(change: AccountChange) {
  const describe = async (form: ConfirmedForm) => ({ change, name: await readEmail(form) });
  return withRecentPassword(describe, async (form) => {
    try {
      return await redirectWithFlash(PEOPLE, await changeAccount(change, form));
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      return refuseChange(error, form);
    }
  });
}

/** Returns the email of the account that the form names, or the typed email. */
async function readEmail({ field }: ConfirmedForm): Promise<string> {
  const email = field('admin') ? await findAdminEmail(Number(field('admin'))) : field('email');
  return email ?? '';
}

async function changeAccount(change: AccountChange, form: ConfirmedForm): Promise<FlashMessage> {
  const { actor, field } = form;
  const adminId = Number(field('admin'));

  switch (change) {
    case 'invite':
      await inviteAdmin(await readEmail(form), parseLanguage(field('language')), actor);
      return 'invitation-sent';
    case 'disable':
      await disableAdmin(adminId, actor);
      return 'admin-disabled';
    case 'enable':
      await enableAdmin(adminId, actor);
      return 'admin-enabled';
    case 'signOut':
      await signOutAdmin(adminId, actor);
      return 'admin-signed-out';
  }
}

function refuseChange({ kind, retryAfterSeconds }: AccountError, { actor, field }: ConfirmedForm) {
  const { language } = actor.admin;
  const text = peopleTexts[language].errors[kind];
  const toast = { tone: 'error' as const, title: failureTitles[language].unchanged, text };

  const values = { email: field('email'), language: field('language') };
  const isAboutEmail = ['invalid', 'active', 'disabled'].includes(kind) && !field('admin');
  const errors = isAboutEmail ? { email: { text } } : undefined;
  return refuseForm<RefusedForm>({ kind: 'refused', toast, errors, values }, retryAfterSeconds);
}
