import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import { AboutProject } from './about-project.tsx';
import { mailtoHref, telHref } from './contact-hrefs.ts';

/** Everything the visitor sent. */
export function EnquiryFacts({ enquiry }: { enquiry: NonNullable<DeskState['open']> }) {
  const { email, phone, company, project, about, verified, language, message } = enquiry;
  const { enquiry: words } = useDeskWords();
  const tel = telHref(phone);
  return (
    <>
      <dl>
        <dt>{words.email}</dt>
        <dd>
          <a href={mailtoHref(email)}>{email}</a>
        </dd>
        <dt>{words.phone}</dt>
        <dd>{tel ? <a href={tel}>{phone}</a> : phone || '-'}</dd>
        <dt>{words.company}</dt>
        <dd dir="auto">{company || '-'}</dd>
        <dt>{words.project}</dt>
        <dd>{project}</dd>
        <dt>{words.language}</dt>
        <dd>{words.languages[language]}</dd>
        {about && (
          <>
            <dt>{words.about}</dt>
            <dd>
              <AboutProject about={about} />
            </dd>
          </>
        )}
        <dt>{words.verification}</dt>
        <dd>{verified ? words.verified : words.unverified}</dd>
      </dl>
      <h3>{words.message}</h3>
      <p className="message" dir="auto" lang={language}>
        {message || '-'}
      </p>
    </>
  );
}
