import { href, useLoaderData } from 'react-router';
import {
  PostForm,
  SelectField,
  TextArea,
  TextField,
  useFocusOnFirstError,
} from '#app/components/field.tsx';
import { attachmentTexts, getContactTexts } from '#app/content/texts/contact.server.ts';
import { newEnquiryErrors, newEnquiryTexts } from '#app/content/texts/new-enquiry.server.ts';
import { areAttachmentsEnabled } from '#app/domain/attachments/attachment-folder.server.ts';
import { createFormKey } from '#app/domain/desk/replies.server.ts';
import { getFormFields, type FormField } from '#app/domain/enquiries/enquiry-form.server.ts';
import { submitStaffEnquiry } from '#app/domain/enquiries/new-enquiry.server.ts';
import { AttachmentField, UploadStatus, useAttachments } from '#app/routes/attachments.tsx';
import { createDeskActions, type PostedForm } from '#app/routes/desk/desk-actions.server.ts';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import { DiscardLink, DraftAutosave, runDeskActionWithFiles } from '#app/routes/desk/drafts.tsx';
import { DeskPage, Options, SubmitButton, useTypedForm } from '#app/routes/desk/frame.tsx';
import { presentFileRefusals } from '#app/routes/file-refusals.server.ts';
import type { Route } from './+types/new-enquiry.ts';

const PAGE = href('/admin/dashboard/new');
// Like `note 12`, but the enquiry has no id yet.
const FORM_NAME = 'new ';

/** Loads the empty form. `files`, the texts about files, is null where attachments are turned off. */
export function loader({ context }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const texts = newEnquiryTexts[language];
  return {
    texts,
    projects: getContactTexts(language).projectTypes,
    fields: getFormFields('staff'),
    language,
    key: createFormKey(),
    files: areAttachmentsEnabled() ? attachmentTexts[language] : null,
  };
}

export const action = createDeskActions({ newEnquiry: addEnquiry });

async function addEnquiry({ admin, author, form, files, refuse }: PostedForm) {
  const result = await submitStaffEnquiry(form, author, files);
  if (result.kind === 'stored') {
    const page = `${href('/admin/dashboard')}?enquiry=${result.enquiryId}`;
    const flash = result.filesLeftOut ? 'enquiry-without-files' : 'enquiry-written';
    return redirectWithFlash(page, flash);
  }

  const texts = newEnquiryErrors[admin.language];
  if (result.kind === 'files-refused') {
    const fileTexts = attachmentTexts[admin.language].errors;
    const { fileErrors, status } = presentFileRefusals(result.refusals, fileTexts);
    return refuse(texts.marked, status, { fileErrors });
  }

  const hasEmail = String(form.get('email') ?? '').trim() !== '';
  const errors: Record<string, string> = {};
  for (const field of result.fields) {
    const lacksAddress = field === 'email' && !hasEmail;
    errors[field] = lacksAddress ? texts.unreachable : texts[field];
  }
  return refuse(texts.marked, 422, { errors });
}

export const clientAction = (args: Route.ClientActionArgs) => runDeskActionWithFiles(args);

export default function NewEnquiry({ loaderData }: Route.ComponentProps) {
  const { texts, fields, language, key, files: fileTexts } = loaderData;
  const refused = useTypedForm('newEnquiry');
  const { values, errors, fileErrors = [], mustChooseFilesAgain = false } = refused ?? {};
  const form = useFocusOnFirstError(errors ?? fileErrors[0]);
  const attachments = useAttachments(fileTexts?.errors ?? null);
  const uploadProps = fileTexts ? attachments.formProps : {};
  const getFieldProps = useFieldProps();

  return (
    <DeskPage title={texts.title} intro={texts.intro}>
      <PostForm
        ref={form}
        className="max-w-184"
        action={PAGE}
        encType="multipart/form-data"
        noValidate
        {...uploadProps}
      >
        <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
          {/* Posts `key` as a hidden field, so that a form that is sent twice makes one enquiry. */}
          <DraftAutosave
            intent="newEnquiry"
            formName={FORM_NAME}
            guards={{ key: values?.['key'] ?? key }}
          />
          <SelectField {...getFieldProps('source', 'phone')}>
            <Options labels={texts.sources} />
          </SelectField>
          <SelectField {...getFieldProps('language', language)}>
            <Options labels={texts.languages} />
          </SelectField>
          {fields.map((field) => (
            <EnquiryField key={field.name} field={field} />
          ))}
          {/* The last field: the server can refuse the form before it receives a file. */}
          {fileTexts && (
            <div className="md:col-span-full">
              <AttachmentField
                texts={fileTexts}
                language={language}
                attachments={attachments}
                errors={[...fileErrors, ...attachments.refusals]}
                mustChooseFilesAgain={mustChooseFilesAgain}
              />
            </div>
          )}
        </div>
        {fileTexts && <UploadStatus texts={fileTexts} language={language} />}
        <p className="mt-6 flex flex-wrap gap-3">
          <SubmitButton variant="ink">{texts.save}</SubmitButton>
          <DiscardLink formName={FORM_NAME} to={href('/admin/dashboard')}>
            {texts.cancel}
          </DiscardLink>
        </p>
      </PostForm>
    </DeskPage>
  );
}

function useFieldProps() {
  const { labels } = useLoaderData<typeof loader>().texts;
  const { values, errors } = useTypedForm('newEnquiry') ?? {};

  return (name: keyof typeof labels, preset = '') => ({
    name,
    label: labels[name],
    defaultValue: values?.[name] ?? preset,
    error: errors?.[name],
  });
}

function EnquiryField({ field }: { field: FormField }) {
  const { texts, projects } = useLoaderData<typeof loader>();
  const { type, required, limit } = field;
  const control = useFieldProps()(field.name);
  if (type === 'choice') {
    return (
      <SelectField {...control}>
        <Options labels={projects} />
      </SelectField>
    );
  }

  if (type === 'text') {
    return (
      <div className="md:col-span-full">
        <TextArea {...control} limit={limit} rows={4} />
      </div>
    );
  }

  // No autofill: the data is not the admin's.
  return (
    <TextField
      {...control}
      required={required}
      limit={limit}
      type={type === 'line' ? undefined : type}
      note={type === 'email' ? texts.emailOrPhoneHint : undefined}
    />
  );
}
