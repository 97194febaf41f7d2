import { data, href, redirect } from 'react-router';
import type { Route } from './+types/templates.ts';
import { adminPages } from '#app/content/desk/admin-pages.server.ts';
import type { FlashMessage } from '#app/content/desk/flash-messages.server.ts';
import { templateFaults, templateWords } from '#app/content/desk/reply/templates.server.ts';
import { type TemplateFaults, readTemplate } from '#app/domain/replies/template-form.server.ts';
import {
  type SeenTemplate,
  addTemplate,
  changeTemplate,
  readTemplates,
} from '#app/domain/replies/templates.server.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { withCookies } from '#app/http/cookies/cookies.server.ts';
import { flashCookie } from '#app/http/cookies/flash-message.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { faultOf } from '#app/routes/admin/desk/desk-error.server.ts';
import { deskMeta } from '#app/routes/admin/frame/desk-meta.ts';
import { useRefusal } from '#app/routes/admin/frame/use-refusal.ts';
import { answerOr } from '#app/routes/request-failure.ts';
import { useToast } from '#app/ui/toast.tsx';
import { seenTemplate } from '#app/routes/admin/templates/seen-template.server.ts';
import { TemplatesPage } from './templates-page.tsx';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? deskMeta(matches, loaderData.head) : [];
}

/** All templates, and the one that ?change= opens. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const words = templateWords[language];
  const change = url.searchParams.get('change') ?? '';
  const templates = await readTemplates();
  const open = templates.find(({ id }) => String(id) === change) ?? null;
  const isLost = change !== '' && !open;
  const head = { ...adminPages[language].templates, title: words.title };
  const page = { head, words, templates, open, isLost };
  return data(page, { status: isLost ? 404 : 200 });
}

interface Refusal {
  /** What its form is to save next, where that is another template. */
  typed: { seen: SeenTemplate | null };
  faults: TemplateFaults;
}

/** Adds a template, or changes the one that the form names (DA-2). */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const words = templateFaults[language];
  const form = await request.formData();
  const { text, faults } = readTemplate(form, language);
  const seen = seenTemplate(form);
  const refuse = (refused: string, status: number, other: Partial<Refusal> = {}) =>
    data({ typed: { ...text, seen, ...other.typed }, refused, faults: other.faults }, { status });
  if (faults) return refuse(words.marked, 422, { faults });
  const asking = { admin, requester: context.get(requestContext) };
  try {
    const result = await (seen ? changeTemplate(asking, seen, text) : addTemplate(asking, text));
    if (result.kind === 'taken')
      return refuse(words.marked, 422, { faults: { name: words.taken } });
    // Saved once more it takes the place of what is there now, or is added.
    if (result.kind === 'stale') return refuse(words.stale, 409, { typed: { seen: result.now } });
    if (result.kind === 'gone') return refuse(words.gone, 404, { typed: { seen: null } });
  } catch (error) {
    const fault = faultOf('template-not-saved', error, language);
    return refuse(fault.text, fault.status);
  }
  const notice: FlashMessage = seen ? 'template-changed' : 'template-added';
  return redirect(href('/admin/dashboard/templates'), {
    status: 303,
    headers: await withCookies([flashCookie(notice)]),
  });
}

/** What was written stays in its fields. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOr(serverAction, (unanswered) => ({ unanswered }));
}

export default function Templates({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData && 'typed' in actionData ? actionData : undefined;
  const toasts = useToast('error', useRefusal('template', actionData));
  return (
    <TemplatesPage {...loaderData} toasts={toasts} typed={answer?.typed} faults={answer?.faults} />
  );
}
