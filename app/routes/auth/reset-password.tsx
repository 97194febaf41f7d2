import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import {
  href,
  Link,
  useLoaderData,
  useNavigate,
  useNavigation,
  useSubmit,
  type ShouldRevalidateFunctionArgs as RevalidateArgs,
} from 'react-router';
import { Button } from '#app/components/button.tsx';
import { ErrorBox, PostForm, TextField, useFocusOnFirstError } from '#app/components/field.tsx';
import { useHydrated } from '#app/components/hydrated.tsx';
import { MOTION } from '#app/components/site-limits.ts';
import {
  AuthPage,
  AuthPageHead,
  AuthPageLinks,
  AuthPageNote,
  AuthPageSubmitButton,
  useAuthPageTexts,
} from '#app/routes/auth/auth-page.tsx';
import {
  GeneralFormError,
  NewPasswordFields,
  type ResetError,
} from '#app/routes/auth/password-fields.tsx';
import { loadResetPage, submitLinkOrNewPassword } from '#app/routes/auth/reset-password.server.ts';
import { StaffHead } from '#app/routes/page-head.tsx';
import {
  getRetryHeaders,
  OTHER_ACCOUNT_STATUS,
  readPostedForm,
  runServerAction,
} from '#app/routes/request-failure.ts';
import type { Route } from './+types/reset-password.ts';

export const headers: Route.HeadersFunction = getRetryHeaders;

export const loader = loadResetPage;

export const action = submitLinkOrNewPassword;

/** Runs the action; without a usable response it returns which of the two forms failed. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await readPostedForm(request);
  // The form that asks for a link has no password.
  const isLinkError = !form.has('password');
  const buildFailure = () => ({ hasNoResponse: true as const, isLinkError });
  return runServerAction(serverAction, { buildFailure });
}

/** Loads the page also after a form for another account was refused: it must name the account of the later link. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: RevalidateArgs) {
  return defaultShouldRevalidate || actionStatus === OTHER_ACCOUNT_STATUS;
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { successMessage, texts } = loaderData;
  // A form without a usable response has no text.
  const error = useMemo(
    (): ResetError | undefined =>
      actionData && { field: null, text: texts.errors.failed, ...actionData },
    [actionData, texts],
  );

  return (
    <AuthPage toast={successMessage} tone="success">
      <StaffHead {...loaderData.head} />
      <AuthPageHead title={texts.title} />
      {successMessage ? <PasswordSet /> : <PasswordReset error={error} />}
    </AuthPage>
  );
}

const useResetPage = () => useLoaderData<typeof loadResetPage>();

interface ResetFormProps {
  error: ResetError | undefined;
}

function PasswordReset({ error }: ResetFormProps) {
  const { token, email, texts } = useResetPage();
  const { isOpening, isMissing, resend } = useLinkInHash(token);

  if (email === null || isOpening || error?.isLinkError) {
    // Without a hash, the page has no link to open.
    const errorText = error?.text ?? (isMissing ? texts.errors.missing : null);
    const onRetry = error?.hasNoResponse ? resend : null;
    return <LinkEntry errorText={errorText} onRetry={onRetry} />;
  }

  return <PasswordForm key={email} email={email} error={error} />;
}

declare global {
  interface Window {
    /** The hash of a mailed link, which a script of the document has moved here (document-scripts.tsx). */
    mailed?: string | undefined;
  }
}

type MailedLink = Record<'access_token' | 'refresh_token' | 'type', string>;

/** Submits the link in the hash of the URL, when the page opens and each time the hash changes. */
function useLinkInHash(securityToken: string) {
  const submit = useSubmit();
  const isOpening = useNavigation().formData?.has('access_token') ?? false;
  const [tokenWithoutLink, setTokenWithoutLink] = useState<string | null>(null);
  const [sentLink, setSentLink] = useState<MailedLink | null>(null);

  const postLink = (link: MailedLink) => {
    const fields = { ...link, csrf_token: securityToken };
    void submit(fields, { method: 'post', action: href('/reset-password'), replace: true });
  };

  const submitHash = useEffectEvent(() => {
    const link = takeLinkFromHash();
    setTokenWithoutLink(link ? null : securityToken);
    if (!link) return;

    setSentLink(link);
    postLink(link);
  });

  useEffect(() => {
    const handleHash = () => submitHash();
    handleHash();
    addEventListener('hashchange', handleHash);
    return () => removeEventListener('hashchange', handleHash);
  }, []);

  return {
    isOpening,
    // Each page has its own token, so this ignores an earlier page.
    isMissing: tokenWithoutLink === securityToken,
    resend: sentLink && (() => postLink(sentLink)),
  };
}

/** Reads the link, and removes it from the URL so that no history keeps its tokens. The server says if a part is missing. */
function takeLinkFromHash(): MailedLink | null {
  const hash = new URLSearchParams((location.hash || window.mailed || '').slice(1));
  delete window.mailed;
  if (location.hash) history.replaceState(history.state, '', location.pathname);

  const access_token = hash.get('access_token');
  if (!access_token) return null;
  const refresh_token = hash.get('refresh_token') ?? '';
  return { access_token, refresh_token, type: hash.get('type') ?? '' };
}

interface LinkEntryProps {
  errorText: string | null;
  onRetry: (() => void) | null;
}

function LinkEntry({ errorText, onRetry }: LinkEntryProps) {
  const { texts } = useResetPage();
  const frame = useAuthPageTexts();
  const isHydrated = useHydrated();
  const isBusy = useNavigation().state !== 'idle';

  return (
    <>
      <div className="js:min-h-31 no-js:empty:hidden">
        {isBusy && <p role="status">{frame.busy}</p>}
        {errorText && !isBusy && (
          <ErrorBox>
            <p>{errorText}</p>
            {onRetry && (
              <Button variant="plain" className="mt-3" type="button" onClick={onRetry}>
                {frame.failures.tryAgain}
              </Button>
            )}
          </ErrorBox>
        )}
      </div>
      {!isHydrated && <p className="not-noscript:hidden">{texts.codeNote}</p>}
      <CodeEntry summary={texts.useCode} open={!isHydrated} />
      <AuthPageLinks>
        <Link className="quiet" to={`${href('/admin')}?forgot`}>
          {texts.requestNew}
        </Link>
        <Link className="quiet" to={href('/admin')}>
          {frame.backToLogin}
        </Link>
      </AuthPageLinks>
    </>
  );
}

function PasswordForm({ email, error }: ResetFormProps & { email: string }) {
  const { token, texts } = useResetPage();
  const form = useFocusOnFirstError(error);
  return (
    <>
      <AuthPageNote>
        {texts.accountNote} <b>{email}</b>.
      </AuthPageNote>
      <GeneralFormError error={error} />
      <PostForm action={href('/reset-password')} className="grid gap-5" noValidate ref={form}>
        <input type="hidden" name="csrf_token" value={token} />
        <input type="hidden" name="email" value={email} />
        <NewPasswordFields email={email} error={error} texts={texts} />
        <AuthPageSubmitButton>{texts.button}</AuthPageSubmitButton>
      </PostForm>
      <CodeEntry summary={texts.otherCode} />
    </>
  );
}

function CodeEntry({ summary, open = false }: { summary: string; open?: boolean }) {
  const { token, texts } = useResetPage();
  const isHydrated = useHydrated();
  return (
    <details className="border-t border-line pt-1" open={open || undefined}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center underline decoration-1 underline-offset-near">
        {summary}
      </summary>
      {/* Hidden before hydration where scripts run, because hydration closes it. */}
      <PostForm
        action={href('/reset-password')}
        className={isHydrated ? 'grid gap-5 pt-2' : 'grid gap-5 pt-2 js:hidden'}
      >
        <input type="hidden" name="csrf_token" value={token} />
        <TextField
          label={texts.code}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <p>
          <Button variant="plain" type="submit">
            {texts.continue}
          </Button>
        </p>
      </PostForm>
    </details>
  );
}

function PasswordSet() {
  const { texts } = useResetPage();
  const navigate = useNavigate();

  useEffect(() => {
    const openLogin = () => void navigate(href('/admin'), { replace: true });
    const timer = setTimeout(openLogin, MOTION.passwordSetRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate]);

  return (
    <>
      <p>{texts.passwordUpdated}</p>
      <AuthPageLinks>
        <Link className="quiet" to={href('/admin')}>
          {texts.toLogin}
        </Link>
      </AuthPageLinks>
    </>
  );
}
