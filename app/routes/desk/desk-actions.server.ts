// The forms of the desk. A page has one URL; the field `intent` says which of its forms was sent.
import { data, type ActionFunctionArgs } from 'react-router';
import { getFailureTitle } from '#app/components/texts.ts';
import type { Language } from '#app/content/language.ts';
import { failureTitles } from '#app/content/texts/enquiry.server.ts';
import type { Author, SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import type { IncomingFiles } from '#app/domain/attachments/attachment-intake.server.ts';
import { readForm } from '#app/http/forms.server.ts';
import {
  isDataRequest,
  isUploadRequest,
  requestContext,
} from '#app/http/request-context.server.ts';
import type { RefusedForm, TypedForm, UploadedForm } from '#app/routes/desk/action-data.ts';
import { requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import { presentRefusalOrLogError } from '#app/routes/desk/failures.server.ts';
import { listUnsecretFields } from '#app/routes/typed-fields.server.ts';

type DeskActionArgs = Pick<ActionFunctionArgs, 'request' | 'context' | 'url' | 'params'>;

export interface PostedForm extends DeskActionArgs {
  admin: SignedInAdmin;
  /** The admin with the request that the audit log names. */
  author: Author;
  intent: string;
  form: FormData;
  files: IncomingFiles | undefined;
  /** Submitted by a script, which can show the result in its page. */
  isScripted: boolean;
  refuse: Refuse;
}

interface RefusalDetails extends Pick<TypedForm, 'fileErrors'> {
  /** The texts of errors by the names of their fields. */
  errors?: Readonly<Record<string, string>>;
  /** Replace the posted values of these fields. */
  values?: TypedForm['values'];
}

/** Returns the response to a form that comes back with its typed values and an error toast. */
type Refuse = (
  text: string,
  status: number,
  details?: RefusalDetails,
) => ReturnType<typeof data<RefusedForm>>;

type DeskAction<Result> = (posted: PostedForm) => Promise<Result>;

type Submission = Pick<PostedForm, 'intent' | 'form' | 'files'>;

/**
 * Returns the action of a page, which runs the function that the field `intent` names. Without the field it runs the
 * first one: pages of an earlier release, still open after an upgrade (HC-2), lack it in some forms. The form comes back
 * with its typed values after a Refusal, with the status of that, or after an error, which is logged, with 500 or 503
 * (D-5). An upload by script gets an UploadedForm instead of a redirect. The action throws a 400 for an unknown intent,
 * and as requireAdmin does.
 */
export function createDeskActions<Actions extends Record<string, DeskAction<unknown>>>(
  actions: Actions,
) {
  type Result = Awaited<ReturnType<Actions[keyof Actions]>>;
  const firstIntent = Object.keys(actions)[0]!;

  return async (args: DeskActionArgs) => {
    const admin = requireAdmin(args.context);
    const author = { admin, requester: args.context.get(requestContext) };

    // A form that cannot be read counts as the first one of its page.
    let submission: Submission = { intent: firstIntent, form: new FormData(), files: undefined };
    try {
      const { fields: form, files } = await readForm(args);
      const intent = String(form.get('intent') ?? firstIntent);
      submission = { intent, form, files };
      if (!Object.hasOwn(actions, intent)) throw new Response(null, { status: 400 });

      const action = actions[intent] as DeskAction<Result>;
      const isScripted = isDataRequest(args.request);
      const refuse = createRefuse(submission, admin.language);
      const result = await action({ ...args, ...submission, admin, author, isScripted, refuse });
      const isRedirect = result instanceof Response;
      return isRedirect && isUploadRequest(args.request) ? toUploadedForm(result) : result;
    } catch (error) {
      if (error instanceof Response) throw error;
      const event = `${submission.intent}-failed`;
      const { text, status } = presentRefusalOrLogError(event, error, admin.language);
      return createRefuse(submission, admin.language)(text, status);
    }
  };
}

function toUploadedForm({ headers }: Response): ReturnType<typeof data<UploadedForm>> {
  return data({ kind: 'uploaded', nextPath: headers.get('Location')! }, { headers });
}

function createRefuse({ intent, form, files }: Submission, language: Language): Refuse {
  return (text, status, { errors, fileErrors, values } = {}) => {
    const title = getFailureTitle(failureTitles[language], intent);
    const refused: RefusedForm = {
      kind: 'refused',
      toast: { tone: 'error', title, text },
      errors:
        errors &&
        Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, { text }])),
      fileErrors,
      values: { ...listUnsecretFields(form), ...values },
      mustChooseFilesAgain: files !== undefined,
    };
    return data(refused, { status });
  };
}
