import { companyWords } from '#app/content/texts/company-words.server.ts';
import type { LegalText } from './legal-text.ts';

const company = companyWords.en;

/** The terms of use in English; terms-in-greek.server.ts says the same. */
export const termsInEnglish: LegalText = {
  title: 'Terms',
  description: `The terms of use of the website of ${company.name}, under Greek law.`,
  intro: 'The rules for using this website.',
  updated: '2026-11-20',
  sections: [
    {
      heading: 'Introduction',
      body: [
        'These terms apply to this website. By using it you accept them. Orders for furniture and joinery are governed by the separate contract that we sign with you.',
      ],
    },
    {
      heading: 'Use of Site',
      body: [
        'You may read, print and link to these pages. Please use the contact form for genuine enquiries only. Do not try to disturb the service, get around its limits or enter areas that are meant for invited staff.',
      ],
    },
    {
      heading: 'Intellectual Property',
      body: [
        `Texts, drawings, photographs and the ${company.brand} mark belong to ${company.name} or are used with permission. Names of clients belong to their owners. You may quote short passages if you name the source. Anything more needs our written consent.`,
      ],
    },
    {
      heading: 'Limitation of Liability',
      body: [
        'We keep this site with care, but wood and screens show colour differently and projects change. Pictures and dimensions here are no offer. We are not liable for damage from the use of the site, except where we acted with intent or gross negligence, and never beyond what the law allows.',
      ],
    },
    {
      heading: 'Governing Law',
      body: [
        'Greek law applies. The courts of Athens have jurisdiction, unless a mandatory consumer rule names another court.',
      ],
    },
    {
      heading: 'Contact',
      body: [`Questions about these terms: ${company.email} or ${company.phone}.`],
    },
  ],
};
