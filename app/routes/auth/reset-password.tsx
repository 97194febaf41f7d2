import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import {
  Form,
  href,
  Link,
  useNavigate,
  useNavigation,
  useSubmit,
  type ShouldRevalidateFunctionArgs as RevalidateArgs,
} from 'react-router';
import { Button } from '#app/components/button.tsx';
import { ErrorBox, TextField, useFocusOnFirstError } from '#app/components/field.tsx';
import { useHydrated } from '#app/components/hydrated.tsx';
import { MOTION } from '#app/components/site-limits.ts';
import {
  AuthPage,
  AuthPageButton,
  AuthPageHead,
  AuthPageLinks,
  AuthPageNote,
  useAuthPageFrame,
} from '#app/routes/auth/auth-page.tsx';
import {
  FormError,
  NewPasswordFields,
  toResetError,
  type ResetError,
} from '#app/routes/auth/password-fields.tsx';
import { loadResetPage, submitReset } from '#app/routes/auth/reset-password.server.ts';
import { deskMeta } from '#app/routes/desk/frame.tsx';
import { getActionHeaders, runServerAction } from '#app/routes/request-failure.ts';
import type { Route } from './+types/reset-password.ts';

export const meta: Route.MetaFunction = deskMeta;

export const headers: Route.HeadersFunction = getActionHeaders;

export const loader = loadResetPage;

export const action = submitReset;

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const link = !(await request.clone().formData()).has('password');
  return runServerAction(serverAction, () => ({ unanswered: true as const, link }));
}

export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: RevalidateArgs) {
  return defaultShouldRevalidate || actionStatus === 409;
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { done, messages } = loaderData;
  const answer = useMemo(
    () => toResetError(actionData, messages.faults.failed),
    [actionData, messages],
  );
  return (
    <AuthPage toast={done} tone="success">
      <AuthPageHead title={messages.title} />
      {done ? (
        <PasswordSet messages={messages} />
      ) : (
        <PasswordReset page={loaderData} answer={answer} />
      )}
    </AuthPage>
  );
}

type ResetMessages = Route.ComponentProps['loaderData']['messages'];

interface ResetFormProps {
  token: string;
  messages: ResetMessages;
}

interface PasswordResetProps {
  page: ResetFormProps & { email: string | null };
  answer: ResetError | undefined;
}

function PasswordReset({ page: { token, email, messages }, answer }: PasswordResetProps) {
  const { isOpening, fault, resend } = useLinkInHash(token);
  const isIncomplete = fault === 'incomplete';
  if (email === null || isOpening || isIncomplete || answer?.link) {
    const faultText = fault && messages.faults[fault];
    const message = isIncomplete ? faultText : (answer?.message ?? faultText);
    const retry = answer?.unanswered ? resend : null;
    return <LinkEntry token={token} message={message} onRetry={retry} messages={messages} />;
  }
  return (
    <PasswordForm key={email} token={token} email={email} answer={answer} messages={messages} />
  );
}

declare global {
  interface Window {
    mailed?: string | undefined;
  }
}

type LinkFault = 'missing' | 'incomplete';

function useLinkInHash(securityToken: string) {
  const submit = useSubmit();
  const isSending = useNavigation().formData?.has('access_token') ?? false;
  const [linkFault, setLinkFault] = useState<{ fault: LinkFault; page: string } | null>(null);
  const [sentLink, setSentLink] = useState<Record<string, string> | null>(null);
  const post = (link: Record<string, string>) => {
    const posted = { ...link, csrf_token: securityToken };
    void submit(posted, { method: 'post', action: href('/reset-password'), replace: true });
  };
  const take = useEffectEvent(() => {
    const link = new URLSearchParams((location.hash || window.mailed || '').slice(1));
    delete window.mailed;
    if (location.hash) history.replaceState(history.state, '', location.pathname);
    const part = (name: string) => link.get(name) ?? '';
    const fields = { access_token: part('access_token'), refresh_token: part('refresh_token') };
    const type = part('type');
    const say = (fault: LinkFault) => setLinkFault({ fault, page: securityToken });
    if (!fields.access_token) return say('missing');
    if (!fields.refresh_token || !type) return say('incomplete');
    setLinkFault(null);
    setSentLink({ ...fields, type });
    post({ ...fields, type });
  });
  useEffect(() => {
    take();
    const takeAnother = () => take();
    addEventListener('hashchange', takeAnother);
    return () => removeEventListener('hashchange', takeAnother);
  }, []);
  return {
    isOpening: isSending,
    // Each page has its own token, so this ignores an error that belongs to an earlier page.
    fault: linkFault?.page === securityToken ? linkFault.fault : null,
    resend: sentLink && (() => post(sentLink)),
  };
}

interface LinkEntryProps extends ResetFormProps {
  message: string | null;
  onRetry: (() => void) | null;
}

function LinkEntry({ token, message, onRetry, messages }: LinkEntryProps) {
  const frame = useAuthPageFrame();
  const scripted = useHydrated();
  const busy = useNavigation().state !== 'idle';
  return (
    <>
      <div className="js:min-h-31 no-js:empty:hidden">
        {busy && <p role="status">{frame.busy}</p>}
        {message && !busy && (
          <ErrorBox>
            <p>{message}</p>
            {onRetry && (
              <Button variant="plain" className="mt-3" type="button" onClick={onRetry}>
                {frame.failures.tryAgain}
              </Button>
            )}
          </ErrorBox>
        )}
      </div>
      {!scripted && <p className="not-noscript:hidden">{messages.codeNote}</p>}
      <CodeEntry token={token} summary={messages.useCode} open={!scripted} messages={messages} />
      <AuthPageLinks>
        <Link className="quiet" to={`${href('/admin')}?forgot`}>
          {messages.requestNew}
        </Link>
        <Link className="quiet" to={href('/admin')}>
          {frame.backToLogin}
        </Link>
      </AuthPageLinks>
    </>
  );
}

interface PasswordFormProps extends ResetFormProps {
  email: string;
  answer: ResetError | undefined;
}

function PasswordForm({ token, email, answer, messages }: PasswordFormProps) {
  const form = useFocusOnFirstError(answer);
  return (
    <>
      <AuthPageNote>
        {messages.whose} <b>{email}</b>. {messages.note}
      </AuthPageNote>
      <FormError answer={answer} />
      <Form
        method="post"
        action={href('/reset-password')}
        className="grid gap-5"
        noValidate
        ref={form}
      >
        <input type="hidden" name="csrf_token" value={token} />
        <input type="hidden" name="email" value={email} />
        <NewPasswordFields email={email} answer={answer} messages={messages} />
        <AuthPageButton>{messages.button}</AuthPageButton>
      </Form>
      <CodeEntry token={token} summary={messages.otherCode} messages={messages} />
    </>
  );
}

interface CodeEntryProps extends ResetFormProps {
  summary: string;
  open?: boolean;
}

function CodeEntry({ token, summary, open = false, messages }: CodeEntryProps) {
  const scripted = useHydrated();
  return (
    <details className="border-t border-line pt-1" open={open || undefined}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center underline decoration-1 underline-offset-[0.22em]">
        {summary}
      </summary>
      {/* Closed from the start where a script will close it. */}
      <Form
        method="post"
        action={href('/reset-password')}
        className={scripted ? 'grid gap-5 pt-2' : 'grid gap-5 pt-2 js:hidden'}
      >
        <input type="hidden" name="csrf_token" value={token} />
        <TextField
          label={messages.code}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
        />
        <p>
          <Button variant="plain" type="submit">
            {messages.continue}
          </Button>
        </p>
      </Form>
    </details>
  );
}

function PasswordSet({ messages }: { messages: ResetMessages }) {
  const navigate = useNavigate();
  useEffect(() => {
    const goOn = () => void navigate(href('/admin'), { replace: true });
    const timer = setTimeout(goOn, MOTION.passwordSetRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <>
      <p>{messages.done}</p>
      <AuthPageLinks>
        <Link className="quiet" to={href('/admin')}>
          {messages.toLogin}
        </Link>
      </AuthPageLinks>
    </>
  );
}
