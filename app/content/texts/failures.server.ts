import { bilingual, type InOneLanguage } from '#app/content/language.ts';

export const requestFailures = bilingual({
  en: {
    unreachable:
      'The server could not be reached. Please check your connection, or try again in a moment.',
    broken: 'Something went wrong here. Please try again in a moment.',
    title: 'The page could not be loaded',
    tryAgain: 'Try again',
  },
  el: {
    unreachable: 'Ο διακομιστής δεν αποκρίνεται. Ελέγξτε τη σύνδεσή σας ή δοκιμάστε ξανά σε λίγο.',
    broken: 'Κάτι δεν πήγε καλά. Δοκιμάστε ξανά σε λίγο.',
    title: 'Η σελίδα δεν φορτώθηκε',
    tryAgain: 'Δοκιμάστε ξανά',
  },
});

export const refusals = bilingual({
  en: {
    title: 'That did not work',
    backToPage: 'Back to the page',
    method: 'This site accepts only GET, HEAD and POST.',
    host: 'The Host header is missing or is not a host name.',
    path: 'The request line needs a path.',
    address: 'This address cannot be read.',
    expectation: 'This site does not support the Expect header.',
    crossSite: 'This form was sent from another site. Please open our page and try again.',
    notAForm: 'This form did not come from its page. Please open the page and try again.',
    unreadable: 'This form cannot be read.',
    tooManyFields: 'This form has too many fields.',
    fieldTwice: 'A field was sent twice.',
    noFiles: 'This form can’t accept files.',
    tooLarge: 'This form is too large: the limit is {kb} KB.',
    filesTooLarge: 'Together the files exceed {mb} MB. Nothing was saved.',
    tooSlow: 'The form did not arrive in time. Please send it again.',
    uploads: 'Many files are being uploaded right now. Please try again in a moment.',
    crowded: 'We are very busy right now. Please try again in a moment.',
    connections: 'Too many connections. Please try again in a moment.',
    broken: 'Something went wrong here. Please try again in a moment.',
    request: 'This request cannot be read.',
    headers:
      'This request has more headers than this site accepts. Deleting this site’s cookies may help.',
    timedOut: 'This request did not arrive in time.',
  },
  el: {
    title: 'Κάτι δεν πήγε καλά',
    backToPage: 'Πίσω στη σελίδα',
    method: 'Ο ιστότοπος απαντά μόνο σε GET, HEAD και POST.',
    host: 'Η κεφαλίδα Host λείπει ή δεν είναι όνομα διακομιστή.',
    path: 'Το πρόγραμμα περιήγησης δεν έστειλε διαδρομή.',
    address: 'Η διεύθυνση αυτή δεν διαβάζεται.',
    expectation: 'Ο ιστότοπος δεν υποστηρίζει την κεφαλίδα Expect.',
    crossSite:
      'Η φόρμα στάλθηκε από άλλον ιστότοπο. Ανοίξτε τη δική μας σελίδα και δοκιμάστε ξανά.',
    notAForm: 'Η φόρμα δεν στάλθηκε από τη σελίδα της. Ανοίξτε τη σελίδα και δοκιμάστε ξανά.',
    unreadable: 'Η φόρμα δεν διαβάζεται.',
    tooManyFields: 'Η φόρμα έχει πάρα πολλά πεδία.',
    fieldTwice: 'Ένα πεδίο στάλθηκε δύο φορές.',
    noFiles: 'Η φόρμα αυτή δεν δέχεται αρχεία.',
    tooLarge: 'Η φόρμα αυτή είναι πολύ μεγάλη: το όριο είναι {kb} KB.',
    filesTooLarge: 'Όλα μαζί τα αρχεία ξεπερνούν τα {mb} MB. Δεν αποθηκεύτηκε τίποτα.',
    tooSlow: 'Η φόρμα δεν έφτασε εγκαίρως. Στείλτε την ξανά.',
    uploads: 'Αυτή τη στιγμή μεταφορτώνονται πολλά αρχεία. Δοκιμάστε ξανά σε λίγο.',
    crowded: 'Αυτή τη στιγμή έχουμε πάρα πολλούς επισκέπτες. Δοκιμάστε ξανά σε λίγο.',
    connections: 'Υπάρχουν πάρα πολλές συνδέσεις. Δοκιμάστε ξανά σε λίγο.',
    broken: 'Παρουσιάστηκε σφάλμα στον διακομιστή. Δοκιμάστε ξανά σε λίγο.',
    request: 'Αυτό που έστειλε το πρόγραμμα περιήγησης δεν διαβάζεται.',
    headers:
      'Το πρόγραμμα περιήγησης έστειλε περισσότερες κεφαλίδες από όσες διαβάζονται. Ίσως βοηθήσει να διαγράψετε τα cookies του ιστοτόπου.',
    timedOut: 'Αυτό που έστειλε το πρόγραμμα περιήγησης δεν έφτασε εγκαίρως.',
  },
});

export type RefusalReason = Exclude<keyof InOneLanguage<typeof refusals>, 'title' | 'backToPage'>;
