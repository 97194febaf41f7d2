import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Tab } from '../support/engines/tab.ts';
import { startWebKit, WEBKIT_PROGRAMS } from '../support/engines/webkit.ts';
import { describeWithPrograms } from '../support/front/program.ts';
import { PASSWORD } from '../support/people/admins.ts';
import { drawing, typed } from '../support/people/enquirer.ts';
import { composeMessage, gmailBody } from '../support/people/mail-programs.ts';
import { eventually } from '../support/reading/eventually.ts';
import { startImapServer } from '../support/servers/imap-server.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import { serveSite, type ServedSite } from '../support/servers/served-site.ts';

const EMAIL = 'anna@drys.example';

describeWithPrograms([...WEBKIT_PROGRAMS, 'dovecot'], () => {
  describe.each([true, false])('WebKit, scripts: %s', (hasScripts) => {
    let imap: Awaited<ReturnType<typeof startImapServer>>;
    let smtp: Awaited<ReturnType<typeof startMailServer>>;
    let site: ServedSite;
    let tab: Tab;
    beforeAll(async () => {
      [imap, smtp] = await Promise.all([startImapServer(), startMailServer()]);
      site = await serveSite({ IMAP_URL: imap.url, SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
      await site.run(['tests/support/people/fill-desk.ts', EMAIL, '[]']);
      tab = new Tab(await startWebKit({ hasScripts }), site.url);
      await tab.engine.resize(1440, 844);
    }, 120_000);
    afterAll(async () => {
      await tab?.close();
      await site?.stop();
      await Promise.all([imap?.stop(), smtp?.stop()]);
    });

    test('DA-7 DK-7 AN-5 goes from drawings to a quotation, its answer and a completed enquiry', async () => {
      await sendDrawings(tab);
      await logIn(tab);

      await tab.click('tbody a', `View ${typed.full_name}`);
      await tab.see('plan.pdf');
      await tab.click('[role=dialog] a', 'Reply');
      await tab.fill('[role=dialog] [name=subject]', 'Your quotation');
      await tab.fill('[role=dialog] [name=message]', 'The price is in the attached file.');
      await tab.attach('[role=dialog] [name=files]', drawing('quotation.pdf', { bytes: 50_000 }));
      await tab.click('[role=dialog] button', 'Send reply');
      await tab.see('Your reply is on its way');

      const quotation = await eventually(() => {
        const [mail] = smtp.findBySubject('Your quotation');
        expect(mail).toBeDefined();
        return mail!;
      });
      expect(quotation.attachments.map(({ filename }) => filename)).toEqual(['quotation.pdf']);
      // A mailbox keeps whole seconds: the answer comes in the second after the quotation.
      const nextSecond = new Date(Date.now() + 1000);
      imap.deliver(composeMessage({ inReplyTo: quotation.messageId! }, gmailBody()), nextSecond);

      await eventually(() => expect(site.one('SELECT count(*) FROM messages')).toBe(1));
      await tab.open('/admin/dashboard?view=answer');
      await tab.see('Customer replied');
      await tab.click('tbody a', `View ${typed.full_name}`);
      await tab.see('the oak is fine.');
      await tab.click('[role=dialog] a', 'Reply');
      await tab.fill('[role=dialog] [name=subject]', 'Thank you');
      await tab.fill('[role=dialog] [name=message]', 'We begin on Monday.');
      await tab.click('[role=dialog] button', 'Send reply');
      await tab.see('Your reply is on its way');

      await tab.open('/admin/dashboard?view=answer');
      await tab.see('To answer (0)');
      await tab.open('/admin/dashboard?enquiry=1');
      await complete(tab, hasScripts);
      expect(site.one('SELECT status FROM contact_submissions')).toBe('completed');
      await eventually(() => expect(smtp.findBySubject('Thank you')).toHaveLength(1));
      expect(smtp.findBySubject('Your quotation')).toHaveLength(1);
    });
  });
});

async function sendDrawings(tab: Tab) {
  await tab.open('/contact');
  await tab.fill('[name=full_name]', typed.full_name);
  await tab.fill('[name=email]', typed.email);
  await tab.choose('[name=project]', typed.project);
  await tab.fill('[name=message]', 'A wall of oak, as drawn.');
  await tab.attach('[name=files]', drawing('plan.pdf', { bytes: 1000 }));
  await tab.click('button:not([aria-disabled])', 'Send Message');
  await tab.see('Message sent successfully');
}

async function logIn(tab: Tab) {
  await tab.open('/admin');
  await tab.fill('[name=email]', EMAIL);
  await tab.fill('[name=password]', PASSWORD);
  await tab.click('button', 'Login');
  await tab.seePath(/\/admin\/dashboard$/);
}

async function complete(tab: Tab, hasScripts: boolean) {
  await tab.choose('[role=dialog] select[name=status]', 'completed');
  if (!hasScripts) await tab.click('[role=dialog] button', 'Update');
  await tab.see('Status updated');
}
