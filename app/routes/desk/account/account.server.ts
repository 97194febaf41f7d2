import { data, href, redirect, redirectDocument, type ActionFunctionArgs } from 'react-router';
import { languageNames, LANGUAGES } from '#app/content/language.ts';
import { account } from '#app/content/messages/account.server.ts';
import { resetErrors, resetPassword } from '#app/content/messages/auth.server.ts';
import { getAdminPageHeads } from '#app/content/messages/desk-pages.server.ts';
import { passkeyMessages } from '#app/content/messages/people.server.ts';
import {
  changePassword,
  readOwnAccount,
  saveDigest,
  saveLanguage,
  signOutElsewhere,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#app/domain/accounts/accounts.server.ts';
import {
  addPasskey,
  findPasskeyObstacle,
  listOwnPasskeys,
  removePasskey,
} from '#app/domain/accounts/passkeys.server.ts';
import { describeOffer, offerSecondFactor } from '#app/domain/accounts/second-factor.server.ts';
import { formatShortDay } from '#app/domain/clock.server.ts';
import {
  getSessionCookie,
  serializeLanguageCookie,
  withCookies,
} from '#app/http/cookies.server.ts';
import { presentAccountError } from '#app/routes/auth/presenter.server.ts';
import {
  confirmedAction,
  refuseForm,
  type ConfirmedForm,
} from '#app/routes/desk/account/confirmation.server.ts';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/answers.server.ts';
import { serializeFlashCookie } from '#app/routes/flash.server.ts';

type PageArgs = Pick<ActionFunctionArgs, 'context'>;
type FormArgs = Pick<ActionFunctionArgs, 'request' | 'context'>;

const ACCOUNT = href('/admin/dashboard/account');

/** The addresses of its forms show the page too: that is where a refused form leaves the browser. */
export async function readAccountPage({ context }: PageArgs) {
  const admin = requireAdmin(context);
  const messages = account[admin.language];
  const head = { ...getAdminPageHeads(admin.language).account, title: messages.title };
  const passkeys = findPasskeyObstacle() ? null : await listOwnPasskeys(admin);
  return {
    head,
    messages,
    ...(await readOwnAccount(admin)),
    languageNames,
    passkeys: passkeys?.map((passkey) => {
      return { ...passkey, day: formatShortDay(passkey.createdOn, admin.language) };
    }),
    passkeyMessages: passkeyMessages[admin.language],
  };
}

const forms = {
  language: changeLanguage,
  digest: changeDigest,
  sessions: confirmedAction(endOtherSessions),
  passkeys: confirmedAction(addOwnPasskey),
  removed: confirmedAction(removeOwnPasskey),
};

export function changeAccount(args: FormArgs & Pick<ActionFunctionArgs, 'url'>) {
  const name = args.url.pathname.split('/').at(-1)!;
  if (!Object.hasOwn(forms, name)) throw new Response(null, { status: 405 });
  return forms[name as keyof typeof forms](args);
}

async function changeLanguage({ request, context }: FormArgs) {
  const admin = requireAdmin(context);
  const chosenLanguage = (await request.formData()).get('language');
  const language = LANGUAGES.find((each) => each === chosenLanguage);
  if (!language) return redirect(ACCOUNT, 303);
  await saveLanguage(admin, language);
  // The language is that of the whole document.
  const headers = await withCookies([
    serializeFlashCookie('language-saved'),
    serializeLanguageCookie(language),
  ]);
  return redirectDocument(ACCOUNT, { status: 303, headers });
}

async function changeDigest({ request, context }: FormArgs) {
  const admin = requireAdmin(context);
  // A checkbox that is off is not sent, or empty (DA-4).
  const isWanted = Boolean((await request.formData()).get('digest'));
  await saveDigest(admin, isWanted);
  return redirectWithFlash(ACCOUNT, isWanted ? 'digest-on' : 'digest-off');
}

async function endOtherSessions({ actor }: ConfirmedForm) {
  await signOutElsewhere(actor);
  return redirectWithFlash(ACCOUNT, 'signed-out-everywhere');
}

async function addOwnPasskey({ actor, field }: ConfirmedForm) {
  const wasAdded = await addPasskey(actor, { response: field('response'), name: field('name') });
  if (wasAdded) return redirectWithFlash(ACCOUNT, 'passkey-added');
  const { title, message: text } = passkeyMessages[actor.admin.language].failed;
  return data({ toast: { tone: 'error' as const, title, text } }, { status: 422 });
}

async function removeOwnPasskey({ actor, field }: ConfirmedForm) {
  await removePasskey(actor, field('id'));
  return redirectWithFlash(ACCOUNT, 'passkey-removed');
}

export function readPasswordPage({ context }: PageArgs) {
  const { email, language } = requireAdmin(context);
  const messages = account[language];
  const { failed } = resetErrors[language];
  const { password, confirmation } = resetPassword[language];
  const head = { ...getAdminPageHeads(language).password, title: messages.password.link };
  return { head, email, messages, fields: { password, confirmation, failed } };
}

export const changeOwnPassword = confirmedAction(async ({ actor, field }) => {
  const form = { password: field('password'), confirmation: field('confirm_password') };
  const result = await changePassword(actor, form);
  if ('kind' in result) {
    const error = presentAccountError(result, actor.admin.language);
    return refuseForm(error, error);
  }
  const session = getSessionCookie().serialize(result.session);
  return redirectWithFlash(ACCOUNT, 'password-updated', { cookies: [session] });
});

export async function readTwoStepPage({ context }: PageArgs) {
  const admin = requireAdmin(context);
  const messages = account[admin.language];
  const { secondFactor } = await readOwnAccount(admin);
  const head = { ...getAdminPageHeads(admin.language).twoStep, title: messages.twoStep.heading };
  return { head, messages, offer: secondFactor ? null : offerSecondFactor(admin) };
}

export const changeTwoStep = confirmedAction(async ({ actor, field }) => {
  const setup = field('setup');
  if (!setup) {
    await turnOffSecondFactor(actor);
    return redirectWithFlash(ACCOUNT, 'second-factor-off');
  }
  const result = await turnOnSecondFactor(actor, { setup, code: field('code') });
  // The same key again after a refusal: the app has it already.
  if ('kind' in result) {
    const error = presentAccountError(result, actor.admin.language);
    return refuseForm({ ...error, offer: describeOffer(actor.admin, setup) }, error);
  }
  return data(result, { headers: await withCookies([serializeFlashCookie('second-factor-on')]) });
});
