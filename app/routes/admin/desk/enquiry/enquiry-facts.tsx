import type { ComponentProps } from 'react';
import { useDeskWords } from '#app/routes/admin/frame/words.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import { AboutProject } from './about-project.tsx';
import { mailtoHref, telHref } from './contact-hrefs.ts';
import { DrawerHeading, DrawerText } from '#app/routes/admin/desk/drawer/drawer-heading.tsx';

const link =
  '-my-[0.6rem] tap decoration-1 underline-offset-[0.22em] max-[30rem]:-my-[0.4rem] print:m-0 print:min-h-0 print:no-underline';

/** Everything the visitor sent. */
export function EnquiryFacts({ enquiry }: { enquiry: NonNullable<DeskState['open']> }) {
  const { email, phone, company, project, about, verified, language, message } = enquiry;
  const { enquiry: words } = useDeskWords();
  const tel = telHref(phone);
  return (
    <>
      <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] leading-text *:border-b *:border-line *:py-[0.6rem] max-[30rem]:grid-cols-1 print:grid-cols-[var(--paper-fence)_minmax(0,1fr)] print:*:border-b-[0.2mm] print:*:py-[1.5mm]">
        <Fact label={words.email}>
          <a className={link} href={mailtoHref(email)}>
            {email}
          </a>
        </Fact>
        <Fact label={words.phone}>
          {tel ? (
            <a className={link} href={tel}>
              {phone}
            </a>
          ) : (
            phone || '-'
          )}
        </Fact>
        <Fact label={words.company} dir="auto">
          {company || '-'}
        </Fact>
        <Fact label={words.project}>{project}</Fact>
        <Fact label={words.language}>{words.languages[language]}</Fact>
        {about && (
          <Fact label={words.about}>
            <AboutProject about={about} className={link} />
          </Fact>
        )}
        <Fact label={words.verification}>{verified ? words.verified : words.unverified}</Fact>
      </dl>
      <DrawerHeading>{words.message}</DrawerHeading>
      <DrawerText lang={language}>{message || '-'}</DrawerText>
    </>
  );
}

interface FactProps extends Pick<ComponentProps<'dd'>, 'dir' | 'children'> {
  label: string;
}

/** Beside its name; in a narrow window below it. */
function Fact({ label, ...rest }: FactProps) {
  return (
    <>
      <dt className="text-ink-3 max-[30rem]:border-0 max-[30rem]:pb-0">{label}</dt>
      <dd className="wrap-anywhere max-[30rem]:pt-0" {...rest} />
    </>
  );
}
