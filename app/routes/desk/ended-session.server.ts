import type { ActionFunctionArgs } from 'react-router';
import { getAuthPageTexts, signedOut } from '#app/content/texts/auth.server.ts';
import { readForm } from '#app/http/forms.server.ts';
import { requireStaffLanguage } from '#app/http/request-context.server.ts';
import { describeSessionEnd, readLoginPage } from '#app/routes/auth/sign-in.server.ts';
import { listTypedTexts } from '#app/routes/typed-fields.server.ts';

export type EndedSession = Awaited<ReturnType<typeof readEndedSession>>['page'];

/**
 * Returns the data of the page that replaces a form after the end of its session (DK-6): the login, and the typed texts,
 * for which it reads the form. Stores nothing. The caller must set the new cookies.
 */
export async function readEndedSession(args: Pick<ActionFunctionArgs, 'request' | 'context'>) {
  const { request, context } = args;
  const language = requireStaffLanguage(context);
  const { page: login, newCookies } = await readLoginPage(request, 'login', language);
  const { nothingSaved, typedHeading, typedNote, logInAgain } = signedOut[language];
  const sessionEnd = await describeSessionEnd(request, language);

  const page = {
    ...login,
    authTexts: getAuthPageTexts(language),
    notice: { title: nothingSaved, text: sessionEnd?.text ?? logInAgain },
    typed: { heading: typedHeading, note: typedNote, texts: await readTypedTexts(args) },
  };
  return { page, newCookies };
}

/** Returns [] for a form that cannot be read. */
async function readTypedTexts(
  args: Pick<ActionFunctionArgs, 'request' | 'context'>,
): Promise<string[]> {
  try {
    const { fields, files } = await readForm(args);
    // Fields that follow the files are complete only after the last file.
    for await (const { bytes } of files?.files ?? []) for await (const _ of bytes);
    return listTypedTexts(fields);
  } catch {
    return [];
  }
}
