import { companyWords } from '#app/content/texts/company-words.server.ts';
import type { LegalText, PrivacyFacts } from './legal-text.ts';

const company = companyWords.en;

/** The privacy text in English; privacy-in-greek.server.ts says the same. */
export function privacyInEnglish(facts: PrivacyFacts): LegalText {
  return {
    title: 'Privacy',
    description: `What the website of ${company.name} stores, why, and for how long.`,
    intro: 'What this website stores, why, and for how long. In plain words.',
    updated: '2026-11-20',
    sections: [
      introduction(facts),
      collected(facts),
      use(facts),
      sharing(facts),
      ...rightsAndContact,
    ],
  };
}

type Section = LegalText['sections'][number];

function introduction({ turnstile }: PrivacyFacts): Section {
  const source = turnstile
    ? 'come from our own server, with one exception on the contact page that is named below.'
    : 'come from our own server.';
  return {
    heading: 'Introduction',
    body: [
      `This website belongs to ${company.name}. You can read all of it without telling us who you are. There are no advertising cookies, no analytics and no tracking pixels. Fonts, pictures and scripts ${source}`,
      'Personal data of visitors reaches us in one place only: the contact form. This page says what happens to it.',
    ],
  };
}

function collected({ turnstile }: PrivacyFacts): Section {
  return {
    heading: 'Data we collect',
    list: [
      'Name',
      'E-mail address',
      'Phone number (optional)',
      'Company (optional)',
      'Project type',
      'Message (optional)',
      'The project page you came from, if you followed its link to the form',
      'Time of arrival and status of the enquiry (new, in progress, completed)',
      'Whether the check that you are human was passed: yes or no',
    ],
    body: [
      'When you send an enquiry we store what you typed, and with it the few things that the system adds. The list at the end of this section is complete.',
      'The contact page sets one signed cookie. It holds a random number and nothing about you. It exists so that the form cannot be sent hundreds of times: one message a minute, five in a day. Page scripts cannot read it. For the same purpose the server counts messages by network address for up to 24 hours; it keeps the address only in a scrambled form.',
      'The form has a field that people cannot see. A message in which it is filled in was most likely written by a program: it does not become an enquiry, and is kept apart for 30 days, in case we were wrong, and then deleted. So that one sender cannot crowd out others, the network address is kept with it in a scrambled form.',
      turnstile
        ? 'Before you send, a service by Cloudflare (Turnstile) checks that you are human. Its script is loaded when you begin to fill in the form, and Cloudflare then receives your network address and technical data about your browser. We store the result, not the proof.'
        : 'Before you send, your browser solves a small calculation (a proof of work) that we set it. Nothing but the answer leaves your browser, and no other company is involved. We store the result, not the proof.',
      'Login cookies are set only in the area for our invited staff: for the session, for its protection, and to recognise a browser that has logged in before. Visitors never receive them.',
    ],
  };
}

function use({ retentionMonths }: PrivacyFacts): Section {
  const period =
    retentionMonths === 0
      ? 'An enquiry is kept until we have no more use for it, and is then deleted by hand.'
      : `An enquiry is kept for ${retentionMonths} months after it arrives and is then deleted.`;
  return {
    heading: 'How we use it',
    body: [
      'We use your enquiry to answer it and to prepare an offer if you ask for one. The legal ground is your request (Article 6(1)(b) GDPR) and, for the protection of the form, our legitimate interest (Article 6(1)(f)). We do not send newsletters and we do not build profiles.',
      `${period} If it becomes a contract, the papers of that contract follow the periods set by Greek tax law. A record of security events (logins, changes of status) is kept for 12 months, and the number of refused attempts for 90 days. Both hold no messages, and network addresses only in a scrambled form that changes every day.`,
    ],
  };
}

function sharing({ turnstile }: PrivacyFacts): Section {
  const service = turnstile ? ' Cloudflare is involved as described above.' : '';
  return {
    heading: 'Sharing',
    body: [
      `Only invited members of our staff can read enquiries, each with a personal account; a copy may be mailed to those who will answer. We do not sell or rent personal data. Our hosting and e-mail providers process it on our behalf and under contract, inside the European Union.${service} We hand data to an authority only where the law obliges us to.`,
    ],
  };
}

const rightsAndContact: Section[] = [
  {
    heading: 'Your rights',
    body: [
      'You can ask what we hold about you, have it corrected or deleted, receive a copy, restrict or object to its use. A short e-mail is enough and costs nothing. We answer within one month. If you are not content with our answer you can turn to the Hellenic Data Protection Authority (www.dpa.gr).',
    ],
  },
  {
    heading: 'Contact',
    body: [
      `Questions about this page: ${company.email} or ${company.phone}. ${company.name}, ${company.factory.lines.join(', ')}.`,
    ],
  },
];
