import { bilingual, forEachLanguage, type Language } from '#app/content/language.ts';
import { signInMessages } from '#app/content/messages/auth.server.ts';
import { STATUSES, type Status } from '#db/schema.ts';
import { exportMessages } from './desk.server.ts';
import { statusLabels } from './enquiry.server.ts';
import { replyMessages } from './reply.server.ts';

const texts = bilingual({
  en: {
    statusUpdated: 'Status updated',
    'password-updated': { title: 'Password updated', message: '' },
    'signed-out-everywhere': {
      title: 'Logged out everywhere else',
      message: 'Only this browser is still logged in.',
    },
    'language-saved': {
      title: 'Language saved',
      message: 'The desk and emails to you are in this language from now on.',
    },
    'second-factor-on': {
      title: 'Two-step login is on',
      message: 'From now on you also need a code from your app to log in.',
    },
    'second-factor-off': {
      title: 'Two-step login is off',
      message: 'From now on you log in with your password alone.',
    },
    'invitation-sent': { title: 'Invitation sent', message: 'The email is on its way.' },
    'admin-disabled': { title: 'Account disabled', message: 'Nobody can log in with it any more.' },
    'admin-enabled': { title: 'Account enabled', message: '' },
    'admin-signed-out': { title: 'Logged out everywhere', message: '' },
    'passkey-added': { title: 'Passkey added', message: 'You can log in with it from now on.' },
    'passkey-removed': { title: 'Passkey removed', message: '' },
    'note-added': { title: 'Note added', message: '' },
    replyQueued: { title: 'Your reply is on its way', message: '' },
    'answer-recorded': { title: 'Answer recorded', message: '' },
    'enquiry-written': { title: 'Enquiry saved', message: '' },
    'enquiry-without-files': {
      title: 'Enquiry saved without its files',
      message: 'There is no space for them on the server.',
    },
    statusNow: (status: string) => `The status is now ${status}.`,
    statusAgain: (status: string) => `The status is ${status} again.`,
    'template-added': { title: 'Template added', message: '' },
    'template-changed': { title: 'Template saved', message: '' },
    'template-deleted': { title: 'Template deleted', message: '' },
    'entry-saved': { title: 'Draft saved', message: 'The public site has not changed.' },
    'entry-published': { title: 'Published', message: 'It is now on the site.' },
    'entry-offline': { title: 'Taken offline', message: 'It is no longer on the site.' },
    'entry-deleted': { title: 'Moved to the bin', message: 'It stays there for 30 days.' },
    'entries-deleted': { title: 'Moved to the bin', message: 'They stay there for 30 days.' },
    'entries-back': {
      title: 'Restored',
      message: 'Publish them to show them on the site again.',
    },
    'entry-back': { title: 'Restored', message: 'Publish it to show it on the site again.' },
    'entry-moved': { title: 'Moved', message: 'The site shows the new order.' },
    'assigned-to-you': { title: 'Assigned to you', message: '' },
    assigned: { title: 'Assigned', message: 'It is now assigned to {name}.' },
    released: { title: 'Assignment removed', message: 'Nobody is assigned now.' },
    selection: { title: 'Enquiries updated', message: '' },
    'selection-undone': { title: 'Change undone', message: '' },
    'follow-up-set': { title: 'Follow-up date saved', message: '' },
    'follow-up-cleared': { title: 'Follow-up date cleared', message: '' },
    'identity-saved': {
      title: 'Details saved',
      message: 'They apply to your replies from now on.',
    },
    'digest-on': {
      title: 'Digest on',
      message: 'It comes at 8:30 on business days, when there is something to report.',
    },
    'digest-off': { title: 'Digest off', message: 'You will get no more digests.' },
    'not-spam': {
      title: 'Not spam',
      message: 'It is now an enquiry, and the notice about it is on its way.',
    },
    'mail-again': { title: 'The email is on its way again', message: '' },
    'mail-discarded': { title: 'Email discarded', message: '' },
    'person-erased': {
      title: 'Erased',
      message: 'Everything this person sent has been deleted from the database.',
    },
    'nothing-selected': {
      title: 'Nothing updated',
      message: 'Select enquiries, and choose a status or a person.',
    },
    'nobody-erased': {
      title: 'Nothing erased',
      message: 'We hold nothing about this email address or phone number.',
    },
  },
  el: {
    statusUpdated: 'Η κατάσταση ενημερώθηκε',
    'password-updated': { title: 'Το συνθηματικό άλλαξε', message: '' },
    'signed-out-everywhere': {
      title: 'Αποσυνδεθήκατε από παντού αλλού',
      message: 'Μόνο αυτό το πρόγραμμα περιήγησης είναι ακόμη συνδεδεμένο.',
    },
    'language-saved': {
      title: 'Η γλώσσα αποθηκεύτηκε',
      message: 'Από τώρα ισχύει στη διαχείριση και στα email προς εσάς.',
    },
    'second-factor-on': {
      title: 'Η σύνδεση σε δύο βήματα ενεργοποιήθηκε',
      message: 'Από εδώ και πέρα συνδέεστε και με κωδικό από την εφαρμογή σας.',
    },
    'second-factor-off': {
      title: 'Η σύνδεση σε δύο βήματα απενεργοποιήθηκε',
      message: 'Από εδώ και πέρα συνδέεστε μόνο με το συνθηματικό σας.',
    },
    'invitation-sent': { title: 'Η πρόσκληση στάλθηκε', message: 'Το email είναι καθ’ οδόν.' },
    'admin-disabled': {
      title: 'Ο λογαριασμός απενεργοποιήθηκε',
      message: 'Κανείς δεν μπορεί πια να συνδεθεί με αυτόν.',
    },
    'admin-enabled': { title: 'Ο λογαριασμός ενεργοποιήθηκε', message: '' },
    'admin-signed-out': { title: 'Έγινε αποσύνδεση από παντού', message: '' },
    'passkey-added': {
      title: 'Το κλειδί πρόσβασης προστέθηκε',
      message: 'Από εδώ και πέρα μπορείτε να συνδέεστε με αυτό.',
    },
    'passkey-removed': { title: 'Το κλειδί πρόσβασης αφαιρέθηκε', message: '' },
    'note-added': { title: 'Η σημείωση προστέθηκε', message: '' },
    replyQueued: { title: 'Η απάντησή σας είναι καθ’ οδόν', message: '' },
    'answer-recorded': { title: 'Η απάντηση καταγράφηκε', message: '' },
    'enquiry-written': { title: 'Το αίτημα αποθηκεύτηκε', message: '' },
    'enquiry-without-files': {
      title: 'Το αίτημα αποθηκεύτηκε χωρίς τα αρχεία του',
      message: 'Δεν υπάρχει χώρος γι’ αυτά στον διακομιστή.',
    },
    statusNow: (status: string) => `Η κατάσταση είναι πλέον «${status}».`,
    statusAgain: (status: string) => `Η κατάσταση είναι πάλι «${status}».`,
    'template-added': { title: 'Το πρότυπο προστέθηκε', message: '' },
    'template-changed': { title: 'Το πρότυπο αποθηκεύτηκε', message: '' },
    'template-deleted': { title: 'Το πρότυπο διαγράφηκε', message: '' },
    'entry-saved': {
      title: 'Το πρόχειρο αποθηκεύτηκε',
      message: 'Ο δημόσιος ιστότοπος δεν άλλαξε.',
    },
    'entry-published': { title: 'Δημοσιεύτηκε', message: 'Βρίσκεται τώρα στον ιστότοπο.' },
    'entry-offline': { title: 'Αποσύρθηκε', message: 'Δεν εμφανίζεται πια στον ιστότοπο.' },
    'entry-deleted': { title: 'Μετακινήθηκε στον κάδο', message: 'Μένει εκεί για 30 ημέρες.' },
    'entries-deleted': {
      title: 'Μετακινήθηκαν στον κάδο',
      message: 'Μένουν εκεί για 30 ημέρες.',
    },
    'entries-back': {
      title: 'Επανήλθαν',
      message: 'Δημοσιεύστε τις καταχωρίσεις για να εμφανιστούν ξανά στον ιστότοπο.',
    },
    'entry-back': {
      title: 'Επανήλθε',
      message: 'Δημοσιεύστε την καταχώριση για να εμφανιστεί ξανά στον ιστότοπο.',
    },
    'entry-moved': { title: 'Μετακινήθηκε', message: 'Ο ιστότοπος δείχνει τη νέα σειρά.' },
    'assigned-to-you': { title: 'Το αναλάβατε', message: '' },
    assigned: { title: 'Η ανάθεση έγινε', message: 'Το έχει αναλάβει πλέον: {name}.' },
    released: { title: 'Η ανάθεση καταργήθηκε', message: 'Πλέον δεν το έχει αναλάβει κανείς.' },
    selection: { title: 'Τα αιτήματα ενημερώθηκαν', message: '' },
    'selection-undone': { title: 'Η αλλαγή αναιρέθηκε', message: '' },
    'follow-up-set': { title: 'Η ημέρα υπενθύμισης αποθηκεύτηκε', message: '' },
    'follow-up-cleared': { title: 'Η ημέρα υπενθύμισης καταργήθηκε', message: '' },
    'identity-saved': {
      title: 'Τα στοιχεία αποθηκεύτηκαν',
      message: 'Ισχύουν από τώρα για τις απαντήσεις σας.',
    },
    'digest-on': {
      title: 'Η σύνοψη ενεργοποιήθηκε',
      message: 'Έρχεται στις 8:30 τις εργάσιμες ημέρες, όταν υπάρχει κάτι να αναφέρει.',
    },
    'digest-off': {
      title: 'Η σύνοψη απενεργοποιήθηκε',
      message: 'Δεν θα σας σταλούν άλλες συνόψεις.',
    },
    'not-spam': {
      title: 'Δεν είναι ανεπιθύμητο',
      message: 'Μπήκε στα αιτήματα και η ειδοποίηση για αυτό είναι καθ’ οδόν.',
    },
    'mail-again': { title: 'Το email είναι ξανά καθ’ οδόν', message: '' },
    'mail-discarded': { title: 'Το email διαγράφηκε', message: '' },
    'person-erased': {
      title: 'Διαγράφηκε',
      message: 'Όσα έστειλε αυτό το πρόσωπο διαγράφηκαν από τη βάση δεδομένων.',
    },
    'nothing-selected': {
      title: 'Δεν ενημερώθηκε τίποτα',
      message: 'Επιλέξτε αιτήματα και ορίστε κατάσταση ή χρήστη.',
    },
    'nobody-erased': {
      title: 'Δεν διαγράφηκε τίποτα',
      message: 'Δεν έχουμε τίποτα για αυτό το email ή το τηλέφωνο.',
    },
  },
});

interface Texts {
  title: string;
  message: string;
}

export const flashMessages = forEachLanguage((language) => {
  const {
    statusUpdated: title,
    replyQueued,
    statusNow,
    statusAgain,
    'nobody-erased': nobodyErased,
    'nothing-selected': nothingSelected,
    'enquiry-without-files': enquiryWithoutFiles,
    ...successToasts
  } = texts[language];
  const { success, resetSent } = signInMessages[language];
  const status = statusLabels[language];
  const { title: undone } = successToasts['selection-undone'];
  const statusToasts = Object.fromEntries(
    STATUSES.flatMap((name) => [
      [`status-${name}`, { title, message: status[name] }],
      [`undone-${name}`, { title: undone, message: statusAgain(status[name]) }],
    ]),
  ) as Record<`${'status' | 'undone'}-${Status}`, Texts>;
  const inProgress = statusNow(status.in_progress);
  const { noData, failed, running, tooLarge } = exportMessages[language];
  return {
    ...inTone('success', {
      welcome: success,
      'reset-sent': resetSent,
      ...statusToasts,
      'reply-queued': replyQueued,
      'reply-began': { ...replyQueued, message: inProgress },
      'answer-began': { ...successToasts['answer-recorded'], message: inProgress },
      'no-answer-needed': {
        title: replyMessages[language].channels.none,
        message: statusNow(status.completed),
      },
      ...successToasts,
    }),
    ...inTone('error', {
      'nothing-to-export': noData,
      'export-failed': failed,
      'export-running': running,
      'workbook-too-large': tooLarge,
      'nobody-erased': nobodyErased,
      'nothing-selected': nothingSelected,
      'enquiry-without-files': enquiryWithoutFiles,
    }),
  };
});

function inTone<Name extends string>(tone: 'success' | 'error', toasts: Record<Name, Texts>) {
  const toastsInTone = Object.entries<Texts>(toasts).map(([name, toast]) => {
    return [name, { tone, ...toast }];
  });
  return Object.fromEntries(toastsInTone) as Record<Name, Texts & { tone: typeof tone }>;
}

export type FlashMessage = keyof (typeof flashMessages)['en'];

const WELCOME_STAYS_MS = 3000;

/** Returns the toast of a flash message, without an Undo. */
export function getFlashToast(
  message: FlashMessage,
  language: Language,
): { tone: 'success' | 'error'; title: string; text: string; staysMs?: number } {
  const { tone, title, message: text } = flashMessages[language][message];
  if (message === 'welcome') return { tone, title, text, staysMs: WELCOME_STAYS_MS };
  return { tone, title, text };
}
