import { Form } from 'react-router';
import type { QuarantineWords } from '#app/content/desk/quarantine.server.ts';
import type { QuarantinedItem } from '#app/domain/enquiries/quarantine-list.server.ts';
import { AboutProject } from '#app/routes/admin/desk/enquiry/about-project.tsx';

/** One message that was set aside, with the way out. */
export function Suspect({ item, words }: { item: QuarantinedItem; words: QuarantineWords }) {
  const reasons: Record<string, string> = words.reasons;
  return (
    <li>
      <div>
        <h2 dir="auto">{item.name || '-'}</h2>
        <p className="note__by">
          {item.email} <span className="slash">/</span> {item.phone || '-'}{' '}
          <span className="slash">/</span> {item.company || '-'} <span className="slash">/</span>{' '}
          {item.project || '-'}
        </p>
        {item.about && (
          <p className="note__by">
            {words.about} <AboutProject about={item.about} />
          </p>
        )}
        {item.files.length > 0 && (
          <p className="note__by" dir="auto">
            {words.files}: {item.files.join(', ')}
          </p>
        )}
        <p className="note__by">
          {item.time} <span className="slash">/</span> {reasons[item.reason] ?? item.reason}
        </p>
        <p className="suspects__text" dir="auto">
          {item.message || '-'}
        </p>
      </div>
      <Form method="post">
        <input type="hidden" name="id" value={item.id} />
        <input type="hidden" name="created_at" value={item.createdAt} />
        <button className="plainbtn" type="submit">
          {words.release}
        </button>
      </Form>
    </li>
  );
}
