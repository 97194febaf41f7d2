import { expect, test } from 'vitest';
import { presentCorrespondence } from '#app/routes/desk/correspondence.server.ts';

type OpenEnquiry = Parameters<typeof presentCorrespondence>[0];

test('DK-9 shows a message that was read late as the newest one, below the reply that did not know it', () => {
  const saturday = '2026-11-28T10:00:00.000Z';
  const monday = '2026-11-30T09:00:00.000Z';
  const message = { kind: 'answer', reply_id: null, sender: '', unkept_files: '[]' };
  const enquiry = {
    email: '',
    files: [],
    replies: [{ id: 1, admin_email: '', created_at: monday, message: 'Dear Maria' }],
    messages: [
      { ...message, id: 8, received_at: saturday },
      { ...message, id: 7, received_at: saturday },
    ],
    changes: [{ by_message: 7, created_at: '2026-11-30T11:00:00.000Z' }],
  };

  const { olderEntries, latestEntries } = presentCorrespondence(
    enquiry as unknown as OpenEnquiry,
    (email) => email,
    'en',
  );
  expect(olderEntries.map(({ id }) => id)).toEqual([1, 7]);
  expect(latestEntries).toMatchObject([{ id: 8, time: expect.stringContaining('28') }]);
});
