import { data, href, redirect } from 'react-router';
import type { Route } from './+types/templates.ts';
import { adminPages } from '#app/content/desk/admin-pages.server.ts';
import type { FlashMessage } from '#app/content/desk/flash-messages.server.ts';
import { templateFaults, templateWords } from '#app/content/desk/reply/templates.server.ts';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import { deskFaults } from '#app/content/desk/faults.server.ts';
import { type TemplateFaults, readTemplate } from '#app/domain/replies/template-form.server.ts';
import {
  type SeenTemplate,
  addTemplate,
  changeTemplate,
  removeTemplate,
  readTemplates,
} from '#app/domain/replies/templates.server.ts';
import { requestContext, requireAdmin } from '#app/http/request-context.server.ts';
import { flashCookie, withCookies } from '#app/http/cookies.server.ts';
import { faultOf } from '#app/routes/admin/desk/desk-error.server.ts';
import { deskMeta } from '#app/routes/admin/frame/desk-meta.ts';
import { savingDraft } from '#app/routes/admin/frame/drafts.tsx';
import { useToastOf } from '#app/routes/admin/frame/use-toast-of.ts';
import { answerOrFault } from '#app/routes/request-failure.ts';
import type { TypedTemplate } from './template-form.tsx';
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

/** The address below this one deletes; code that is there already says what came of it. */
const isDeletion = ({ pathname }: URL) => pathname.endsWith('/deletion');

export function action(args: Route.ActionArgs) {
  return isDeletion(args.url) ? deleteTemplate(args) : saveTemplate(args);
}

/** Adds a template, or changes the one that the form names (DA-2). */
async function saveTemplate({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const words = templateFaults[language];
  const form = await request.formData();
  const { text, faults } = readTemplate(form, language);
  const seen = seenTemplate(form);
  const refuse = (why: string, status: number, other: Partial<Refusal> = {}) => {
    const toast = { tone: 'error' as const, title: deskFaults[language].template, text: why };
    return data(
      { typed: { ...text, seen, ...other.typed }, toast, faults: other.faults },
      { status },
    );
  };
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

/** Deletes a template, unless it is another by now. */
async function deleteTemplate({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const seen = seenTemplate(await request.formData());
  const refuse = (text: string, status: number) => {
    const title = deskFaults[language].templateKept;
    return data({ toast: { tone: 'error' as const, title, text } }, { status });
  };
  try {
    const asking = { admin, requester: context.get(requestContext) };
    if (seen && !(await removeTemplate(asking, seen))) {
      return refuse(templateFaults[language].staleDeletion, 409);
    }
  } catch (error) {
    const { text, status } = faultOf('template-not-deleted', error, language);
    return refuse(text, status);
  }
  return redirect(href('/admin/dashboard/templates'), {
    status: 303,
    headers: await withCookies([flashCookie('template-deleted')]),
  });
}

/** What was written stays in its fields. */
export async function clientAction({ request, url, serverAction }: Route.ClientActionArgs) {
  const failed = isDeletion(url) ? 'templateKept' : 'template';
  return answerOrFault(await savingDraft(request, serverAction), failed satisfies DeskFault);
}

export default function Templates({ loaderData, actionData }: Route.ComponentProps) {
  const { typed, faults } = (actionData ?? {}) as {
    typed?: TypedTemplate;
    faults?: TemplateFaults;
  };
  const toast = useToastOf(actionData);
  return (
    <TemplatesPage {...loaderData} toasts={toast ? [toast] : []} typed={typed} faults={faults} />
  );
}

/** Which template a form is about, as its page showed it; null when it is about none. */
function seenTemplate(form: FormData): SeenTemplate | null {
  const [id, version] = ['id', 'version'].map((name) => String(form.get(name) ?? ''));
  if (![id, version].every((number) => /^\d{1,15}$/.test(number!))) return null;
  return { id: Number(id), version: Number(version) };
}
