import { Form } from 'react-router';
import type { QuarantineWords } from '#app/content/desk/quarantine.server.ts';
import type { QuarantinedItem } from '#app/domain/enquiries/quarantine-list.server.ts';
import { DeskEntry } from '#app/routes/admin/frame/page/desk-entry.tsx';
import { AboutProject } from '#app/routes/admin/desk/enquiry/about-project.tsx';

/** One message that was set aside, with the way out. */
export function Suspect({ item, words }: { item: QuarantinedItem; words: QuarantineWords }) {
  const reasons: Record<string, string> = words.reasons;
  return (
    <DeskEntry
      title={item.name || '-'}
      ways={
        <Form method="post">
          <input type="hidden" name="id" value={item.id} />
          <input type="hidden" name="created_at" value={item.createdAt} />
          <button className="plain-button" type="submit">
            {words.release}
          </button>
        </Form>
      }
    >
      <p className="text-ink-3">
        {item.email} <span className="slash">/</span> {item.phone || '-'}{' '}
        <span className="slash">/</span> {item.company || '-'} <span className="slash">/</span>{' '}
        {item.project || '-'}
      </p>
      {item.about && (
        <p className="text-ink-3 [&_a]:-my-[0.6rem] [&_a]:tap">
          {words.about} <AboutProject about={item.about} />
        </p>
      )}
      {item.files.length > 0 && (
        <p className="text-ink-3" dir="auto">
          {words.files}: {item.files.join(', ')}
        </p>
      )}
      <p className="text-ink-3">
        {item.time} <span className="slash">/</span> {reasons[item.reason] ?? item.reason}
      </p>
      <p className="mt-2 whitespace-pre-line" dir="auto">
        {item.message || '-'}
      </p>
    </DeskEntry>
  );
}
