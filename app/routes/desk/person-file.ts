import { href, redirect } from 'react-router';
import { recordExport } from '#app/domain/exports/export.server.ts';
import { exportPerson } from '#app/domain/privacy.server.ts';
import { readForm } from '#app/http/forms.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import type { Route } from './+types/person-file.ts';

export function loader() {
  return redirect(href('/admin/dashboard/person'), 303);
}

/** Downloads all data about the sender with the posted email or phone as JSON, and records the export, even of nothing. */
export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const admin = requireAdmin(context);
  const { fields } = await readForm(args);
  const person = await exportPerson(String(fields.get('email') ?? ''));

  const author = { admin, requester: context.get(requestContext) };
  await recordExport(author, 'person', { enquiries: person.enquiries.length });

  return new Response(JSON.stringify(person, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="personal-data.json"',
    },
  });
}
