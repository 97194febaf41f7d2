import { data, href, redirect, redirectDocument, type ActionFunctionArgs } from 'react-router';
import { languageNames } from '#app/content/language.ts';
import { accountErrors, accountTexts } from '#app/content/texts/account.server.ts';
import { resetPasswordPage } from '#app/content/texts/auth.server.ts';
import { passkeyTexts } from '#app/content/texts/people.server.ts';
import {
  changePassword,
  readOwnAccount,
  signOutOtherSessions,
  turnOffSecondFactor,
  turnOnSecondFactor,
  updateOwnAccount,
} from '#app/domain/accounts/accounts.server.ts';
import {
  addPasskey,
  findPasskeyConfigError,
  listOwnPasskeys,
  removePasskey,
} from '#app/domain/accounts/passkeys.server.ts';
import {
  createSecondFactorOffer,
  parseSecondFactorOffer,
} from '#app/domain/accounts/second-factor.server.ts';
import { formatShortDay } from '#app/domain/clock.server.ts';
import { IDENTITY } from '#app/domain/desk/desk-limits.ts';
import { cleanStaffLine } from '#app/domain/plain-text.ts';
import {
  createCookieHeaders,
  getSessionCookie,
  parseLanguage,
  serializeLanguageCookie,
} from '#app/http/cookies.server.ts';
import { presentAccountError } from '#app/routes/auth/presenter.server.ts';
import {
  refuseForm,
  withRecentPassword,
  type ConfirmedForm,
} from '#app/routes/desk/account/confirmation.server.ts';
import type { RefusedForm } from '#app/routes/desk/action-data.ts';
import { createDeskActions, type PostedForm } from '#app/routes/desk/desk-actions.server.ts';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import { serializeFlashCookie } from '#app/routes/flash.server.ts';

type PageArgs = Pick<ActionFunctionArgs, 'context'>;

const ACCOUNT = href('/admin/dashboard/account');

/** Loads the page of an admin's own account. `passkeys` is undefined where the site is not configured for them. */
export async function readAccountPage({ context }: PageArgs) {
  const admin = requireAdmin(context);
  const texts = accountTexts[admin.language];
  const account = await readOwnAccount(admin);
  const passkeys = findPasskeyConfigError() ? null : await listOwnPasskeys(admin);

  return {
    ...account,
    texts,
    languageNames,
    passkeys: passkeys?.map((passkey) => {
      return { ...passkey, day: formatShortDay(passkey.createdOn, admin.language) };
    }),
    passkeyTexts: passkeyTexts[admin.language],
  };
}

/** Runs the forms of the account page. The last three ask for the password unless it was typed recently. */
export const submitAccountForm = createDeskActions({
  language: changeLanguage,
  digest: changeDigest,
  identity: changeIdentity,
  signOutOthers: withRecentPassword(
    () => ({ change: 'signOutOthers' }),
    async ({ actor }) => {
      await signOutOtherSessions(actor);
      return redirectWithFlash(ACCOUNT, 'signed-out-everywhere');
    },
  ),
  addPasskey: withRecentPassword(
    ({ field }) => ({ change: 'addPasskey', name: field('name') }),
    addOwnPasskey,
  ),
  removePasskey: withRecentPassword(describePasskeyRemoval, removeOwnPasskey),
});

async function changeLanguage({ admin, form }: PostedForm) {
  const language = parseLanguage(form.get('language'));
  if (!language) return redirect(ACCOUNT, 303);

  await updateOwnAccount(admin, { language });
  // Another document, because one document has one language.
  const headers = await createCookieHeaders([
    serializeFlashCookie('language-saved'),
    serializeLanguageCookie(language),
  ]);
  return redirectDocument(ACCOUNT, { status: 303, headers });
}

async function changeDigest({ admin, form }: PostedForm) {
  // A checkbox that is off is not sent, or empty (DA-4).
  const isWanted = Boolean(form.get('digest'));
  await updateOwnAccount(admin, { digest: isWanted ? 1 : 0 });
  return redirectWithFlash(ACCOUNT, isWanted ? 'digest-on' : 'digest-off');
}

async function changeIdentity({ admin, form, refuse }: PostedForm) {
  const readLine = (name: string) => cleanStaffLine(String(form.get(name) ?? ''));
  const identity = {
    name: readLine('name'),
    role_en: readLine('role_en'),
    role_el: readLine('role_el'),
    phone: readLine('phone'),
  };

  const { tooLong } = accountErrors[admin.language];
  const { nameMax, roleMax, phoneMax } = IDENTITY;
  const errors: Record<string, string> = {};
  if (identity.name.length > nameMax) errors['name'] = tooLong(nameMax);
  if (identity.role_en.length > roleMax) errors['role_en'] = tooLong(roleMax);
  if (identity.role_el.length > roleMax) errors['role_el'] = tooLong(roleMax);
  if (identity.phone.length > phoneMax) errors['phone'] = tooLong(phoneMax);

  const [firstError] = Object.values(errors);
  if (firstError) return refuse(firstError, 422, { errors });

  await updateOwnAccount(admin, identity);
  return redirectWithFlash(ACCOUNT, 'identity-saved');
}

async function addOwnPasskey({ actor, field }: ConfirmedForm) {
  const result = await addPasskey(actor, { response: field('response'), name: field('name') });
  if (result === 'added') return redirectWithFlash(ACCOUNT, 'passkey-added');

  const texts = passkeyTexts[actor.admin.language];
  return refusePasskey(result === 'already-stored' ? texts.alreadyAdded : texts.failed, 422);
}

function refusePasskey(texts: { title: string; text: string }, status: number) {
  const refused: RefusedForm = { kind: 'refused', toast: { tone: 'error', ...texts }, values: {} };
  return data(refused, { status });
}

async function describePasskeyRemoval({ actor, field }: ConfirmedForm) {
  const passkeys = await listOwnPasskeys(actor.admin);
  const passkey = passkeys.find(({ id }) => id === field('id'));
  return { change: 'removePasskey' as const, name: passkey?.name ?? '-' };
}

async function removeOwnPasskey({ actor, field }: ConfirmedForm) {
  const result = await removePasskey(actor, field('id'));
  if (result === 'removed') return redirectWithFlash(ACCOUNT, 'passkey-removed');
  return refusePasskey(passkeyTexts[actor.admin.language].notRemoved, 404);
}

export function readPasswordPage({ context }: PageArgs) {
  const { email, language } = requireAdmin(context);
  const texts = accountTexts[language];
  const { password, confirmation, note } = resetPasswordPage[language];
  return { email, texts, fields: { password, confirmation, note } };
}

/** Ends all other sessions and starts a new one. */
const changeOwnPassword = withRecentPassword(
  () => ({ change: 'changePassword' }),
  async ({ actor, field }) => {
    const form = { password: field('password'), confirmation: field('confirm_password') };
    const result = await changePassword(actor, form);

    if (result.kind !== 'ok') {
      const error = presentAccountError(result, actor.admin.language);
      return refuseForm({ kind: 'invalid' as const, ...error }, error.retryAfterSeconds);
    }

    const sessionCookie = getSessionCookie().serialize(result.sessionToken);
    return redirectWithFlash(ACCOUNT, 'password-updated', { cookies: [sessionCookie] });
  },
);

export const submitPasswordForm = createDeskActions({ password: changeOwnPassword });

/**
 * Loads the page that turns two-step login on or off. `offer` is null if it is on; otherwise a key with its QR code,
 * another one each time, which nothing but the form keeps.
 */
export async function readTwoStepPage({ context }: PageArgs) {
  const admin = requireAdmin(context);
  const texts = accountTexts[admin.language];
  const { hasSecondFactor } = await readOwnAccount(admin);
  return { texts, offer: hasSecondFactor ? null : createSecondFactorOffer(admin) };
}

/** Turns two-step login on if the form has the key `setup`, and returns the recovery codes; otherwise turns it off. */
const changeTwoStep = withRecentPassword(
  ({ field }) => ({ change: field('setup') ? 'turnOnTwoStep' : 'turnOffTwoStep' }),
  async ({ actor, field }) => {
    const setup = field('setup');
    if (!setup) {
      await turnOffSecondFactor(actor);
      return redirectWithFlash(ACCOUNT, 'second-factor-off');
    }

    const result = await turnOnSecondFactor(actor, { setup, code: field('code') });
    // A refused form keeps its key, because the app has it already.
    if (result.kind !== 'ok') {
      const error = presentAccountError(result, actor.admin.language);
      const offer = parseSecondFactorOffer(actor.admin, setup);
      const refused = { kind: 'invalid' as const, ...error, offer };
      return refuseForm(refused, error.retryAfterSeconds);
    }

    const headers = await createCookieHeaders([serializeFlashCookie('second-factor-on')]);
    return data({ kind: 'codes' as const, codes: result.recoveryCodes }, { headers });
  },
);

/** Asks for the password first, unless it was typed recently. Returns the recovery codes once two-step login is on. */
export const submitTwoStepForm = createDeskActions({ twoStep: changeTwoStep });
