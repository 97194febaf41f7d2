import { beforeEach, describe, expect, test } from 'vitest';
import { disableAdmin, enableAdmin } from '#app/domain/accounts/accounts.server.ts';
import { OPERATOR } from '#app/domain/audit.server.ts';
import { DAY } from '#app/domain/clock.server.ts';
import { queueDueDigests } from '#app/domain/desk/digest.server.ts';
import { DIGEST } from '#app/domain/limits.ts';
import { applyRetention, erasePerson } from '#app/domain/privacy.server.ts';
import { insertAdmin } from '#db/accounts.ts';
import { getDatabase, getSqliteConnection } from '#db/database.server.ts';
import { updateRows } from '#db/rows.ts';
import type { NewEnquiry } from '#db/schema.ts';
import { staff } from '#db/seed/people.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';
import {
  column,
  one,
  putEnquiry,
  putMessage,
  putReply,
  readMails,
  run,
} from '../../../support/servers/store.ts';

await useScratchDatabase({ PUBLIC_URL: 'https://drys.example', RETENTION_MONTHS: '0' });

const fromAthens = (localTime: string) => new Date(`${localTime}+02:00`);
/** A Friday. */
const FRIDAY = fromAthens('2026-11-20T08:30:00');
const ANNA = staff.anna.email;

async function createSubscriber(email: string, language: 'en' | 'el' = 'en'): Promise<number> {
  const { id } = await insertAdmin(getDatabase(), email, '2026-01-01T00:00:00Z');
  await updateRows(getDatabase(), 'admins', { id }, { digest: 1, language });
  return id;
}

const readDigests = () => readMails('digest');

let annaId: number;
beforeEach(async () => {
  for (const table of ['admins', 'contact_submissions', 'outbox', 'digests', 'site_entries'])
    getSqliteConnection().exec(`DELETE FROM ${table}`);
  annaId = await createSubscriber(ANNA);
});

describe('PB-7 the digest announces an expiring certificate', () => {
  const publish = (lastDay: string, publishedAt: string) => {
    const title = { en: 'ISO 9001', el: 'ISO 9001 (ελ)' };
    const content = JSON.stringify({ title, until: lastDay });
    getSqliteConnection().exec(`
      DELETE FROM site_entries;
      INSERT INTO site_entries (id, kind, position, slug, live, published, published_at, changed_at,
        changed_by) VALUES (7, 'certificates', 0, 'iso', 1, '${content}', '${publishedAt}', '${publishedAt}', '');
      INSERT INTO site_publications (entry_id, at, admin_email, content)
        VALUES (7, '${publishedAt}', '', '${content}')`);
  };
  const daysAfterFriday = (days: number) => new Date(FRIDAY.getTime() + days * DAY);
  const sendAndReadExpiries = async (days: number) => {
    getSqliteConnection().exec('DELETE FROM outbox');
    await queueDueDigests(daysAfterFriday(days));
    return readDigests().map(({ text }) => /ISO 9001[^,]*, .*/.exec(text)?.[0]);
  };

  test('30 days before, once per certificate and day, with a link to its entry', async () => {
    publish('2026-12-23', '2025-01-01T09:00:00.000Z');
    expect(await sendAndReadExpiries(0)).toEqual([]);
    // On Monday it is 30 days.
    expect(await sendAndReadExpiries(3)).toEqual(['ISO 9001, expires on 23 Dec 2026']);
    const [mail] = readDigests();
    expect(mail!.subject).toBe(
      'Enquiries on 23 Nov 2026: 0 new, 0 overdue, 0 follow-ups due, 1 certificate expiring',
    );
    expect(mail!.text).toContain('https://drys.example/admin/dashboard/site/certificates/7');
    expect([
      await sendAndReadExpiries(4),
      await sendAndReadExpiries(33),
      await sendAndReadExpiries(34),
    ]).toEqual([[], [], []]);
  });

  test('after a weekend or a later publication too, and to admins who have not received it yet', async () => {
    publish('2026-12-21', '2025-01-01T09:00:00.000Z');
    expect(await sendAndReadExpiries(0)).toEqual([]);
    await createSubscriber(staff.basil.email, 'el');
    expect((await sendAndReadExpiries(3)).sort()).toEqual([
      'ISO 9001 (ελ), λήγει: 21 Δεκ 2026',
      'ISO 9001, expires on 21 Dec 2026',
    ]);
    // A later publication with the same last day is not announced again; an unannounced last day that has passed is.
    const [publishedAt] = column('SELECT at FROM site_publications');
    run(`UPDATE site_entries SET published_at = ?`, daysAfterFriday(4).toISOString());
    expect([publishedAt, await sendAndReadExpiries(5)]).toEqual(['2025-01-01T09:00:00.000Z', []]);
    publish('2026-11-11', daysAfterFriday(5).toISOString());
    expect(await sendAndReadExpiries(6)).toContain('ISO 9001, expired on 11 Nov 2026');
    expect(await sendAndReadExpiries(7)).toEqual([]);
  });
});

describe('DA-4 the digest', () => {
  const putNamed = (full_name: string, created_at: string, fields: Partial<NewEnquiry> = {}) =>
    putEnquiry({ full_name, created_at, ...fields });
  const [THURSDAY, TUESDAY] = ['2026-11-19T20:00:00Z', '2026-11-17T10:00:00Z'];

  test('lists new, overdue and due enquiries, with a link to each', async () => {
    const { id: basil } = await insertAdmin(getDatabase(), staff.basil.email, '2026-01-01');
    const fresh = await putNamed('Fresh <b>', THURSDAY, { assigned_to: basil });
    const overdue = await putNamed('Late', TUESDAY, { status: 'in_progress' });
    const completed = { status: 'completed' } as const;
    const dueFields = { ...completed, due_on: '2026-11-20' };
    const due = await putNamed('Later', '2026-01-01T10:00:00Z', dueFields);
    await putNamed('Not yet', new Date().toISOString(), { ...completed, due_on: '2026-11-21' });
    await putNamed('Two days to go', '2026-11-10T07:00:00Z', completed);
    expect(await queueDueDigests(FRIDAY)).toBe(1);
    const [mail] = readDigests();
    expect(mail!.to).toEqual([ANNA]);
    expect(mail!.subject).toBe('Enquiries on 20 Nov 2026: 1 new, 1 overdue, 1 follow-up due');
    const link = (id: number) => `  https://drys.example/admin/dashboard?enquiry=${id}`;
    expect(mail!.text).toContain(
      [
        'New (1)',
        `- Fresh <b>, Private House, 19 Nov 2026 22:00, assigned to ${staff.basil.email}`,
        link(fresh),
        '',
        'Overdue (1)',
        'No reply for more than two business days; the oldest come first.',
        '- Late, Private House, 17 Nov 2026 12:00',
        link(overdue),
        '',
        'Follow-ups due (1)',
        '- Later, Private House, 01 Jan 2026 12:00, follow-up on 20 Nov 2026',
        link(due),
        '',
        'Open the desk: https://drys.example/admin/dashboard',
      ].join('\n'),
    );
    expect(mail!.html).toContain('Fresh &lt;b&gt;');
    expect(mail!.html).toContain(`<a href="https://drys.example/admin/dashboard?enquiry=${due}"`);
  });

  test('DA-8 calls the assignee by name', async () => {
    await updateRows(getDatabase(), 'admins', { id: annaId }, { name: 'Anna Xenou' });
    await putNamed('Fresh', THURSDAY, { assigned_to: annaId });
    await queueDueDigests(FRIDAY);
    expect(readDigests()[0]!.text).toContain('19 Nov 2026 22:00, assigned to Anna Xenou\n');
  });

  test('AN-5 lists the answers that wait by name and link, without their text', async () => {
    const completed = { status: 'completed' } as const;
    const first = await putNamed('Answered', '2026-01-01T10:00:00Z', completed);
    const second = await putNamed('Ελένη', '2026-01-02T10:00:00Z', completed);
    await putMessage(first, { text: 'Confidential' });
    await putMessage(first, { text: 'Confidential' });
    await queueDueDigests(FRIDAY);
    const [one] = readDigests();
    expect(one!.subject).toBe(
      'Enquiries on 20 Nov 2026: 0 new, 0 overdue, 0 follow-ups due, 1 customer reply',
    );
    getSqliteConnection().exec('DELETE FROM outbox; DELETE FROM digests');
    await putMessage(second);
    await createSubscriber(staff.basil.email, 'el');
    await queueDueDigests(FRIDAY);
    const [english, greek] = readDigests();
    expect(english!.subject).toMatch(/, 2 customer replies$/);
    expect(english!.text).toContain(
      [
        'Customer replies (2)',
        '- Ελένη, Private House, 02 Jan 2026 12:00',
        `  https://drys.example/admin/dashboard?enquiry=${second}`,
        '- Answered, Private House, 01 Jan 2026 12:00',
        `  https://drys.example/admin/dashboard?enquiry=${first}`,
      ].join('\n'),
    );
    expect(english!.text + english!.html).not.toContain('Confidential');
    expect(greek!.subject).toMatch(/, 2 απαντήσεις πελατών$/);
    expect(greek!.text).toContain('Απαντήσεις πελατών (2)');
  });

  test('EL-6 is Greek for an admin who reads Greek', async () => {
    await updateRows(getDatabase(), 'admins', { id: annaId }, { language: 'el' });
    await putNamed('Ελένη', '2026-11-16T10:00:00Z', { due_on: '2026-11-20' });
    await queueDueDigests(FRIDAY);
    const { subject, text, html } = readDigests()[0]!;
    expect(subject).toBe('Εκκρεμότητες 20 Νοε 2026: 1 νέο, 1 εκπρόθεσμο, 1 υπενθύμιση');
    expect(html).toContain('<html lang="el">');
    const words = text.replace(/https?:[^\s)]+|email|DRYS|Woodworking/g, '');
    expect(words.match(/[A-Za-z]{2,}/g)).toBeNull();
  });

  test('DK-3 counts a reply that is queued or sent and a recorded call, and ignores a failed reply', async () => {
    for (const [state, channel] of [
      ['queued', 'email'],
      ['sent', 'email'],
      ['sent', 'phone'],
      ['failed', 'email'],
    ]) {
      const id = await putNamed(`Answer ${state}`, TUESDAY, { status: 'in_progress' });
      const reply = await putReply(id, TUESDAY);
      run('UPDATE replies SET state = ?, channel = ? WHERE id = ?', state, channel, reply);
    }
    await queueDueDigests(FRIDAY);
    expect(readDigests()[0]!.text.match(/Answer \w+/g)).toEqual(['Answer failed']);
  });

  test('is not sent when there is nothing to report, nor later on that day', async () => {
    expect(await queueDueDigests(FRIDAY)).toBe(0);
    await putNamed('After the look', '2026-11-20T06:40:00Z');
    expect(await queueDueDigests(fromAthens('2026-11-20T09:00:00'))).toBe(0);
    // An enquiry that arrived after the first attempt is new in the next digest.
    expect(await queueDueDigests(fromAthens('2026-11-23T08:30:00'))).toBe(1);
    expect(readDigests().map(({ subject }) => subject)).toEqual([expect.stringContaining('1 new')]);
  });

  test('is sent once a day by several processes, and survives a clock that jumps', async () => {
    await putNamed('Before', '2026-11-16T10:00:00Z');
    const attempts = Array.from({ length: 5 }, () => queueDueDigests(FRIDAY));
    expect((await Promise.all(attempts)).toSorted()).toEqual([0, 0, 0, 0, 1]);
    for (const [clock, sentCount] of [
      ['2026-11-20T11:00:00', 0],
      ['2026-11-20T23:59:59', 0],
      ['2026-11-23T08:31:00', 1],
      ['2026-11-20T08:31:00', 0],
      ['2027-11-23T09:00:00', 1],
    ] as const)
      expect([clock, await queueDueDigests(fromAthens(clock))]).toEqual([clock, sentCount]);
    // A digest with a date in the future hides no enquiry that arrives before that date.
    await putNamed('After the jump', '2026-11-24T05:00:00Z');
    expect(await queueDueDigests(fromAthens('2026-11-24T08:30:00'))).toBe(1);
    expect(readDigests().at(-1)!.subject).toContain('1 new');
    expect(readDigests()).toHaveLength(4);
  });

  test('lists in one mail everything that came in during three days without a server', async () => {
    await putNamed('Before', '2026-11-16T05:00:00Z');
    await queueDueDigests(fromAthens('2026-11-16T08:30:00'));
    await putNamed('Meanwhile', '2026-11-16T10:00:00Z');
    expect(await queueDueDigests(fromAthens('2026-11-19T12:00:00'))).toBe(0);
    expect(await queueDueDigests(fromAthens('2026-11-20T11:59:00'))).toBe(1);
    const { text } = readDigests()[1]!;
    expect(text.match(/New \(\d\)[^\n]*\n[^\n]*(Before|Meanwhile)/)![1]).toBe('Meanwhile');
  });

  test('lists new enquiries of the last week at most', async () => {
    const daysAgo = (days: number) => new Date(FRIDAY.getTime() - days * DAY).toISOString();
    await putNamed('Within', daysAgo(DIGEST.newDays - 0.01));
    await putNamed('Beyond', daysAgo(DIGEST.newDays + 0.01));
    await queueDueDigests(FRIDAY);
    expect(readDigests()[0]!.subject).toContain('1 new, 2 overdue');
  });

  test('is sent only to active admins who chose it, and is withdrawn when its recipient is disabled', async () => {
    await putNamed('New', THURSDAY);
    await insertAdmin(getDatabase(), 'no@drys.example', '2026-01-01T00:00:00Z');
    await disableAdmin(ANNA);
    expect(await queueDueDigests(FRIDAY)).toBe(0);
    await enableAdmin(ANNA);
    expect(await queueDueDigests(FRIDAY)).toBe(1);
    await disableAdmin(ANNA);
    expect(readDigests()).toEqual([]);
  });

  test('is withdrawn when a person in it is erased, and its record is deleted after its retention period', async () => {
    for (const email of ['gone@mail.example', 'stays@mail.example'])
      await putNamed('New', THURSDAY, { email });
    await queueDueDigests(FRIDAY);
    await erasePerson('gone@mail.example', OPERATOR);
    expect([readDigests(), one('SELECT count(*) FROM outbox_mentions')]).toEqual([[], 0]);
    for (const [days, rowCount] of [
      [DIGEST.keptDays - 1, 1],
      [DIGEST.keptDays + 1, 0],
    ] as const) {
      await applyRetention(new Date(FRIDAY.getTime() + days * DAY));
      expect(one('SELECT count(*) FROM digests')).toBe(rowCount);
    }
  });

  // The last test of the file: its rows take long to delete.
  test('stays short for a desk with thousands of enquiries, and counts the rest', async () => {
    run(`WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
         INSERT INTO contact_submissions
           (full_name, email, project, status, created_at, verified, due_on)
         SELECT 'Waiting ' || i, 'w@mail.example', 'Office Spaces',
           iif(i % 2, 'new', 'in_progress'),
           strftime('%Y-%m-%dT%H:%M:%fZ', 1763000000 + i * 60, 'unixepoch'), 1, '2026-01-01'
         FROM n`);
    await queueDueDigests(FRIDAY);
    const { subject, text, html } = readDigests()[0]!;
    expect(subject).toBe('Enquiries on 20 Nov 2026: 0 new, 4000 overdue, 4000 follow-ups due');
    expect(text.match(/enquiry=/g)).toHaveLength(2 * DIGEST.listed);
    expect(text).toContain('and 3980 more: https://drys.example/admin/dashboard\n');
    expect(text).toContain('and 3980 more: https://drys.example/admin/dashboard?due=1');
    expect(text).toMatch(/oldest come first\.\n- Waiting 1,/);
    expect(html.length).toBeLessThan(60_000);
  });
});
