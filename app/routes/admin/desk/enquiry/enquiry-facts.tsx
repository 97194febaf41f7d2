import { desk } from '#app/content/desk/desk.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import { AboutProject } from './about-project.tsx';
import { mailtoHref, telHref } from './contact-hrefs.ts';

/** Everything the visitor sent. */
export function EnquiryFacts({ enquiry }: { enquiry: NonNullable<DeskState['open']> }) {
  const { email, phone, company, project, about, verified, language, message } = enquiry;
  const tel = telHref(phone);
  return (
    <>
      <dl>
        <dt>Email</dt>
        <dd>
          <a href={mailtoHref(email)}>{email}</a>
        </dd>
        <dt>Phone</dt>
        <dd>{tel ? <a href={tel}>{phone}</a> : phone || '-'}</dd>
        <dt>Company</dt>
        <dd dir="auto">{company || '-'}</dd>
        <dt>Project Type</dt>
        <dd>{project}</dd>
        <dt>Language</dt>
        <dd>{desk.languages[language]}</dd>
        {about && (
          <>
            <dt>Asked from</dt>
            <dd>
              <AboutProject about={about} />
            </dd>
          </>
        )}
        <dt>Verification</dt>
        <dd>{verified ? 'Verified' : 'Unverified'}</dd>
      </dl>
      <h3>Message</h3>
      <p className="message" dir="auto" lang={language}>
        {message || '-'}
      </p>
    </>
  );
}
