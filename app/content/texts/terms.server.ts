import { defineTexts } from '#app/content/company.server.ts';

export interface LegalText {
  title: string;
  description: string;
  intro: string;
  /** YYYY-MM-DD. */
  updated: string;
  /** What most readers want to know. */
  summary?: { heading: string; facts: { label: string; value: string }[] };
  sections: Section[];
}

export interface Section {
  heading: string;
  body: string[];
  list?: string[];
}

export const TERMS_UPDATED = '2026-11-26';

export const getTerms = defineTexts<LegalText>({
  en: {
    title: 'Terms',
    description: 'The terms of use of the website of {company}, under Greek law.',
    intro: 'The rules for using this website.',
    updated: TERMS_UPDATED,
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
          'You may read, print and link to these pages. Please use the contact form for genuine enquiries only. Do not try to disrupt the service, get around its limits or enter areas that are meant for invited staff.',
        ],
      },
      {
        heading: 'Intellectual Property',
        body: [
          'Texts, drawings, photographs and the {brand} mark belong to {company} or are used with permission. Names of clients belong to their owners. You may quote short passages if you name the source. Anything more needs our written consent.',
        ],
      },
      {
        heading: 'Limitation of Liability',
        body: [
          'We take care over this site, but colours on a screen differ from those in wood, and projects change. Pictures and dimensions here do not constitute an offer. We are not liable for damage arising from the use of this site, except where we acted with intent or gross negligence. This limitation applies only as far as the law allows.',
        ],
      },
      {
        heading: 'Governing Law',
        body: [
          'Greek law applies. The courts of Athens have jurisdiction, unless mandatory consumer law provides for another court.',
        ],
      },
      {
        heading: 'Contact',
        body: ['Questions about these terms: {email} or {phone}.'],
      },
    ],
  },
  el: {
    title: 'Όροι χρήσης',
    description: 'Οι όροι χρήσης του ιστοτόπου της {company}, κατά το ελληνικό δίκαιο.',
    intro: 'Οι κανόνες για τη χρήση αυτού του ιστοτόπου.',
    updated: TERMS_UPDATED,
    sections: [
      {
        heading: 'Εισαγωγή',
        body: [
          'Οι όροι αυτοί ισχύουν για τον παρόντα ιστότοπο. Η χρήση του σημαίνει ότι τους αποδέχεστε. Οι παραγγελίες για έπιπλα και ξύλινες κατασκευές διέπονται από τη χωριστή σύμβαση που υπογράφουμε μαζί σας.',
        ],
      },
      {
        heading: 'Χρήση του ιστοτόπου',
        body: [
          'Μπορείτε να διαβάζετε και να εκτυπώνετε αυτές τις σελίδες και να βάζετε συνδέσμους προς αυτές. Παρακαλούμε να χρησιμοποιείτε τη φόρμα επικοινωνίας μόνο για πραγματικά αιτήματα. Μην επιχειρείτε να διαταράξετε την υπηρεσία, να παρακάμψετε τα όριά της ή να μπείτε σε χώρους που προορίζονται για το εξουσιοδοτημένο προσωπικό μας.',
        ],
      },
      {
        heading: 'Πνευματική ιδιοκτησία',
        body: [
          'Τα κείμενα, τα σχέδια, οι φωτογραφίες και το σήμα {brand} ανήκουν στην {company} ή χρησιμοποιούνται με άδεια. Τα ονόματα των πελατών ανήκουν στους δικαιούχους τους. Μπορείτε να παραθέτετε σύντομα αποσπάσματα, εφόσον αναφέρετε την πηγή. Για οτιδήποτε περισσότερο χρειάζεται η γραπτή συγκατάθεσή μας.',
        ],
      },
      {
        heading: 'Περιορισμός ευθύνης',
        body: [
          'Φροντίζουμε αυτόν τον ιστότοπο, αλλά τα χρώματα φαίνονται αλλιώς στην οθόνη απ’ ό,τι στο ξύλο, και τα έργα αλλάζουν. Οι εικόνες και οι διαστάσεις εδώ δεν αποτελούν προσφορά. Δεν ευθυνόμαστε για ζημία από τη χρήση του ιστοτόπου, εκτός αν οφείλεται σε δόλο ή βαριά αμέλειά μας. Ο περιορισμός ισχύει μόνο στον βαθμό που τον επιτρέπει ο νόμος.',
        ],
      },
      {
        heading: 'Εφαρμοστέο δίκαιο',
        body: [
          'Εφαρμόζεται το ελληνικό δίκαιο. Αρμόδια είναι τα δικαστήρια της Αθήνας, εκτός αν ένας κανόνας αναγκαστικού δικαίου για τους καταναλωτές ορίζει άλλο δικαστήριο.',
        ],
      },
      {
        heading: 'Επικοινωνία',
        body: ['Ερωτήσεις για αυτούς τους όρους: {email} ή {phone}.'],
      },
    ],
  },
});
