import { bilingual, buildPerLanguage, type Language } from '#app/content/language.ts';
import { signInTexts } from '#app/content/texts/auth.server.ts';
import { STATUSES, type Status } from '#db/schema.ts';
import { exportTexts } from './desk.server.ts';
import { statusLabels } from './enquiry.server.ts';
import { replyTexts } from './reply.server.ts';

const texts = bilingual({
  en: {
    statusUpdated: 'Status updated',
    'password-updated': { title: 'Password updated', text: '' },
    'signed-out-everywhere': {
      title: 'Logged out everywhere else',
      text: 'Only this browser is still logged in.',
    },
    'language-saved': {
      title: 'Language saved',
      text: 'The desk and emails to you are in this language from now on.',
    },
    'second-factor-on': {
      title: 'Two-step login is on',
      text: 'From now on you also need a code from your app to log in.',
    },
    'second-factor-off': {
      title: 'Two-step login is off',
      text: 'From now on you log in with your password alone.',
    },
    'invitation-sent': { title: 'Invitation sent', text: 'The email is on its way.' },
    'admin-disabled': { title: 'Account disabled', text: 'Nobody can log in with it any more.' },
    'admin-enabled': { title: 'Account enabled', text: '' },
    'admin-signed-out': { title: 'Logged out everywhere', text: '' },
    'passkey-added': { title: 'Passkey added', text: 'You can log in with it from now on.' },
    'passkey-removed': { title: 'Passkey removed', text: '' },
    'note-added': { title: 'Note added', text: '' },
    replyQueued: { title: 'Your reply is on its way', text: '' },
    'answer-recorded': { title: 'Answer recorded', text: '' },
    'enquiry-written': { title: 'Enquiry saved', text: '' },
    'enquiry-without-files': {
      title: 'Enquiry saved without its files',
      text: 'There is no space for them on the server.',
    },
    statusNow: (status: string) => `The status is now ${status}.`,
    statusAgain: (status: string) => `The status is ${status} again.`,
    'template-added': { title: 'Template added', text: '' },
    'template-changed': { title: 'Template saved', text: '' },
    'template-deleted': { title: 'Template deleted', text: '' },
    'entry-saved': { title: 'Draft saved', text: 'The public site has not changed.' },
    'entry-published': { title: 'Published', text: 'It is now on the site.' },
    'entry-offline': { title: 'Taken offline', text: 'It is no longer on the site.' },
    'entry-deleted': { title: 'Moved to the bin', text: 'It stays there for 30 days.' },
    'entries-deleted': { title: 'Moved to the bin', text: 'They stay there for 30 days.' },
    'entries-back': {
      title: 'Restored',
      text: 'Publish them to show them on the site again.',
    },
    'entry-back': { title: 'Restored', text: 'Publish it to show it on the site again.' },
    'entry-moved': { title: 'Moved', text: 'The site shows the new order.' },
    'assigned-to-you': { title: 'Assigned to you', text: '' },
    assigned: { title: 'Assigned', text: 'It is now assigned to {name}.' },
    released: { title: 'Assignment removed', text: 'Nobody is assigned now.' },
    selection: { title: 'Enquiries updated', text: '' },
    'selection-undone': { title: 'Change undone', text: '' },
    'follow-up-set': { title: 'Follow-up date saved', text: '' },
    'follow-up-cleared': { title: 'Follow-up date cleared', text: '' },
    'identity-saved': {
      title: 'Details saved',
      text: 'They apply to your replies from now on.',
    },
    'digest-on': {
      title: 'Digest on',
      text: 'It comes at 8:30 on business days, when there is something to report.',
    },
    'digest-off': { title: 'Digest off', text: 'You will get no more digests.' },
    'not-spam': {
      title: 'Not spam',
      text: 'It is now an enquiry, and the notice about it is on its way.',
    },
    'mail-again': { title: 'The email is on its way again', text: '' },
    'mail-discarded': { title: 'Email discarded', text: '' },
    'person-erased': {
      title: 'Erased',
      text: 'The enquiries and spam of this person have been deleted from the database.',
    },
    'nothing-selected': {
      title: 'Nothing updated',
      text: 'Select enquiries, and choose a status or a person.',
    },
    'nobody-erased': {
      title: 'Nothing erased',
      text: 'There is no enquiry and no spam from this email address or phone number.',
    },
  },
  el: {
    statusUpdated: 'Η κατάσταση ενημερώθηκε',
    'password-updated': { title: 'Το συνθηματικό άλλαξε', text: '' },
    'signed-out-everywhere': {
      title: 'Αποσυνδεθήκατε από παντού αλλού',
      text: 'Μόνο αυτό το πρόγραμμα περιήγησης είναι ακόμη συνδεδεμένο.',
    },
    'language-saved': {
      title: 'Η γλώσσα αποθηκεύτηκε',
      text: 'Από τώρα ισχύει στη διαχείριση και στα email προς εσάς.',
    },
    'second-factor-on': {
      title: 'Η σύνδεση σε δύο βήματα ενεργοποιήθηκε',
      text: 'Από εδώ και πέρα συνδέεστε και με κωδικό από την εφαρμογή σας.',
    },
    'second-factor-off': {
      title: 'Η σύνδεση σε δύο βήματα απενεργοποιήθηκε',
      text: 'Από εδώ και πέρα συνδέεστε μόνο με το συνθηματικό σας.',
    },
    'invitation-sent': { title: 'Η πρόσκληση στάλθηκε', text: 'Το email είναι καθ’ οδόν.' },
    'admin-disabled': {
      title: 'Ο λογαριασμός απενεργοποιήθηκε',
      text: 'Κανείς δεν μπορεί πια να συνδεθεί με αυτόν.',
    },
    'admin-enabled': { title: 'Ο λογαριασμός ενεργοποιήθηκε', text: '' },
    'admin-signed-out': { title: 'Έγινε αποσύνδεση από παντού', text: '' },
    'passkey-added': {
      title: 'Το κλειδί πρόσβασης προστέθηκε',
      text: 'Από εδώ και πέρα μπορείτε να συνδέεστε με αυτό.',
    },
    'passkey-removed': { title: 'Το κλειδί πρόσβασης αφαιρέθηκε', text: '' },
    'note-added': { title: 'Η σημείωση προστέθηκε', text: '' },
    replyQueued: { title: 'Η απάντησή σας είναι καθ’ οδόν', text: '' },
    'answer-recorded': { title: 'Η απάντηση καταγράφηκε', text: '' },
    'enquiry-written': { title: 'Το αίτημα αποθηκεύτηκε', text: '' },
    'enquiry-without-files': {
      title: 'Το αίτημα αποθηκεύτηκε χωρίς τα αρχεία του',
      text: 'Δεν υπάρχει χώρος γι’ αυτά στον διακομιστή.',
    },
    statusNow: (status: string) => `Η κατάσταση είναι πλέον «${status}».`,
    statusAgain: (status: string) => `Η κατάσταση είναι πάλι «${status}».`,
    'template-added': { title: 'Το πρότυπο προστέθηκε', text: '' },
    'template-changed': { title: 'Το πρότυπο αποθηκεύτηκε', text: '' },
    'template-deleted': { title: 'Το πρότυπο διαγράφηκε', text: '' },
    'entry-saved': {
      title: 'Το πρόχειρο αποθηκεύτηκε',
      text: 'Ο δημόσιος ιστότοπος δεν άλλαξε.',
    },
    'entry-published': { title: 'Δημοσιεύτηκε', text: 'Βρίσκεται τώρα στον ιστότοπο.' },
    'entry-offline': { title: 'Αποσύρθηκε', text: 'Δεν εμφανίζεται πια στον ιστότοπο.' },
    'entry-deleted': { title: 'Μετακινήθηκε στον κάδο', text: 'Μένει εκεί για 30 ημέρες.' },
    'entries-deleted': {
      title: 'Μετακινήθηκαν στον κάδο',
      text: 'Μένουν εκεί για 30 ημέρες.',
    },
    'entries-back': {
      title: 'Επανήλθαν',
      text: 'Δημοσιεύστε τις καταχωρίσεις για να εμφανιστούν ξανά στον ιστότοπο.',
    },
    'entry-back': {
      title: 'Επανήλθε',
      text: 'Δημοσιεύστε την καταχώριση για να εμφανιστεί ξανά στον ιστότοπο.',
    },
    'entry-moved': { title: 'Μετακινήθηκε', text: 'Ο ιστότοπος δείχνει τη νέα σειρά.' },
    'assigned-to-you': { title: 'Το αναλάβατε', text: '' },
    assigned: { title: 'Η ανάθεση έγινε', text: 'Το έχει αναλάβει πλέον: {name}.' },
    released: { title: 'Η ανάθεση καταργήθηκε', text: 'Πλέον δεν το έχει αναλάβει κανείς.' },
    selection: { title: 'Τα αιτήματα ενημερώθηκαν', text: '' },
    'selection-undone': { title: 'Η αλλαγή αναιρέθηκε', text: '' },
    'follow-up-set': { title: 'Η ημέρα υπενθύμισης αποθηκεύτηκε', text: '' },
    'follow-up-cleared': { title: 'Η ημέρα υπενθύμισης καταργήθηκε', text: '' },
    'identity-saved': {
      title: 'Τα στοιχεία αποθηκεύτηκαν',
      text: 'Ισχύουν από τώρα για τις απαντήσεις σας.',
    },
    'digest-on': {
      title: 'Η σύνοψη ενεργοποιήθηκε',
      text: 'Έρχεται στις 8:30 τις εργάσιμες ημέρες, όταν υπάρχει κάτι να αναφέρει.',
    },
    'digest-off': {
      title: 'Η σύνοψη απενεργοποιήθηκε',
      text: 'Δεν θα σας σταλούν άλλες συνόψεις.',
    },
    'not-spam': {
      title: 'Δεν είναι ανεπιθύμητο',
      text: 'Μπήκε στα αιτήματα και η ειδοποίηση για αυτό είναι καθ’ οδόν.',
    },
    'mail-again': { title: 'Το email είναι ξανά καθ’ οδόν', text: '' },
    'mail-discarded': { title: 'Το email διαγράφηκε', text: '' },
    'person-erased': {
      title: 'Διαγράφηκε',
      text: 'Τα αιτήματα και τα ανεπιθύμητα αυτού του προσώπου διαγράφηκαν από τη βάση δεδομένων.',
    },
    'nothing-selected': {
      title: 'Δεν ενημερώθηκε τίποτα',
      text: 'Επιλέξτε αιτήματα και ορίστε κατάσταση ή χρήστη.',
    },
    'nobody-erased': {
      title: 'Δεν διαγράφηκε τίποτα',
      text: 'Δεν υπάρχουν αιτήματα ούτε ανεπιθύμητα από αυτό το email ή το τηλέφωνο.',
    },
  },
});

interface ToastTexts {
  title: string;
  text: string;
}

export const flashTexts = buildPerLanguage((language) => {
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
  const { success, resetSent } = signInTexts[language];
  const status = statusLabels[language];
  const { title: undone } = successToasts['selection-undone'];
  const statusToasts = Object.fromEntries(
    STATUSES.flatMap((name) => [
      [`status-${name}`, { title, text: status[name] }],
      [`undone-${name}`, { title: undone, text: statusAgain(status[name]) }],
    ]),
  ) as Record<`${'status' | 'undone'}-${Status}`, ToastTexts>;
  const inProgress = statusNow(status.in_progress);
  const { noData, failed, running, tooLarge } = exportTexts[language];
  return {
    ...inTone('success', {
      welcome: success,
      'reset-sent': resetSent,
      ...statusToasts,
      'reply-queued': replyQueued,
      'reply-began': { ...replyQueued, text: inProgress },
      'answer-began': { ...successToasts['answer-recorded'], text: inProgress },
      'no-answer-needed': {
        title: replyTexts[language].channels.none,
        text: statusNow(status.completed),
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

function inTone<Name extends string>(tone: 'success' | 'error', toasts: Record<Name, ToastTexts>) {
  const toastsInTone = Object.entries<ToastTexts>(toasts).map(([name, toast]) => {
    return [name, { tone, ...toast }];
  });
  return Object.fromEntries(toastsInTone) as Record<Name, ToastTexts & { tone: typeof tone }>;
}

export type FlashMessage = keyof (typeof flashTexts)['en'];

const WELCOME_STAYS_MS = 3000;

/** Returns the toast of a flash message, without an Undo. */
export function getFlashToast(
  message: FlashMessage,
  language: Language,
): ToastTexts & { tone: 'success' | 'error'; staysMs?: number } {
  const toast = flashTexts[language][message];
  return message === 'welcome' ? { ...toast, staysMs: WELCOME_STAYS_MS } : toast;
}
