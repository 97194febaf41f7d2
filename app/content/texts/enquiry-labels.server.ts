import { bilingual } from '../language.ts';

/** What the parts of an enquiry are called: in the form, the mail, the exports and at the desk. */
export const enquiryLabels = bilingual({
  en: {
    full_name: 'Name',
    email: 'Email',
    phone: 'Phone',
    company: 'Company',
    project: 'Project Type',
    message: 'Message',
  },
  el: {
    full_name: 'Ονοματεπώνυμο',
    email: 'Email',
    phone: 'Τηλέφωνο',
    company: 'Εταιρεία',
    project: 'Είδος έργου',
    message: 'Μήνυμα',
  },
});
