import { href, redirect } from 'react-router';
import type { Route } from './+types/person-file.ts';
import { requestContext, requireAdmin } from '#app/http/request-context.server.ts';
import { recordAudit } from '#app/domain/audit.server.ts';
import { exportPerson } from '#app/domain/privacy.server.ts';
import { inTransaction } from '#db/database.server.ts';

export function loader() {
  return redirect(href('/admin/dashboard/person'), 303);
}

export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const person = await exportPerson(String((await request.formData()).get('email') ?? ''));
  const details = { enquiries: person.enquiries.length };
  const event = { event: 'export.person', adminId: admin.id, details };
  await inTransaction((tx) => recordAudit(tx, context.get(requestContext), event));
  return new Response(JSON.stringify(person, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="personal-data.json"',
    },
  });
}
