import { bilingual, buildPerLanguage } from '#app/content/language.ts';
import { contactErrors, enquiryLabels } from '#app/content/texts/contact.server.ts';
import { getEnquiryTexts } from '#app/content/texts/enquiry.server.ts';
import { ENQUIRY_FIELD_NAMES, type EnquiryField } from '#app/enquiry-fields.server.ts';

const newEnquiry = bilingual({
  en: {
    title: 'New enquiry',
    intro:
      'For people who called, came by or wrote. The enquiry appears in the list like one from the site; the sender gets no email about it.',
    emailOrPhoneHint: 'An email address or a phone number is enough.',
    save: 'Save enquiry',
    cancel: 'Cancel',
  },
  el: {
    title: 'Νέο αίτημα',
    intro:
      'Για όσους τηλεφώνησαν, πέρασαν από εδώ ή έγραψαν. Το αίτημα μπαίνει στη λίστα όπως όσα έρχονται από τον ιστότοπο· στον αποστολέα δεν στέλνεται email.',
    emailOrPhoneHint: 'Αρκεί ένα email ή ένα τηλέφωνο.',
    save: 'Αποθήκευση αιτήματος',
    cancel: 'Ακύρωση',
  },
});

export const newEnquiryTexts = buildPerLanguage((language) => {
  const { source, sources, language: labelled, languages } = getEnquiryTexts(language);
  // An enquiry that staff enter did not come from the site.
  const { site: _site, ...channels } = sources;
  const labels = { ...enquiryLabels[language], source, language: labelled };
  return { ...newEnquiry[language], labels, sources: channels, languages };
});

const newErrors = bilingual({
  en: {
    marked: 'Please check the marked fields.',
    full_name: 'Write a name of at most 100 characters.',
    unreachable: 'Write an email address or a phone number.',
    source: 'Choose how it came: by phone, in person, by email or by post.',
  },
  el: {
    marked: 'Ελέγξτε τα επισημασμένα πεδία.',
    full_name: 'Γράψτε ένα όνομα, έως 100 χαρακτήρες.',
    unreachable: 'Γράψτε ένα email ή ένα τηλέφωνο.',
    source: 'Επιλέξτε πώς ήρθε: τηλεφωνικά, διά ζώσης, με email ή με επιστολή.',
  },
});

export const newEnquiryErrors = buildPerLanguage((language) => {
  const texts = ENQUIRY_FIELD_NAMES.map((name) => [name, contactErrors[language][name].text]);
  return {
    ...(Object.fromEntries(texts) as Record<EnquiryField, string>),
    ...newErrors[language],
  };
});
