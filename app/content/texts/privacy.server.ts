import { defineTexts, fillCompanyPlaceholders } from '#app/content/company.server.ts';
import { bilingual, type Language } from '#app/content/language.ts';
import type { EnquiryField } from '#app/enquiry-fields.server.ts';
import { getCompanyTexts } from './company.server.ts';
import { statusLabels } from './enquiry.server.ts';
import type { LegalText, Section } from './terms.server.ts';

interface PrivacyFacts {
  /** How many months an enquiry is kept; 0 means until it is deleted by hand. */
  retentionMonths: number;
  turnstile: boolean;
  receiptMail: boolean;
  /** Whether answers by email are read from a mailbox. */
  readsAnswers: boolean;
}

export const PRIVACY_UPDATED = '2026-11-30';

export const getPrivacyHead = defineTexts({
  en: {
    title: 'Privacy',
    description: 'What the website of {company} stores, why, and for how long.',
    intro: 'What this website stores, why, and for how long. In plain words.',
  },
  el: {
    title: 'Προσωπικά δεδομένα',
    description: 'Τι αποθηκεύει ο ιστότοπος της {company}, γιατί και για πόσο.',
    intro: 'Τι αποθηκεύει αυτός ο ιστότοπος, γιατί και για πόσο. Με απλά λόγια.',
  },
});

/** Returns the text of the privacy page, which describes what this software does and must change with it (L-1). */
export function getPrivacyText(language: Language, facts: PrivacyFacts): LegalText {
  const sections = [
    describeIntroduction(facts),
    describeCollection(facts),
    describeUse(facts),
    describeSharing(facts),
    describeRights(),
    describeContact(),
  ];
  const texts = {
    summary: describeInShort(facts)[language],
    sections: sections.map((section) => section[language]),
  };

  return {
    ...getPrivacyHead(language),
    updated: PRIVACY_UPDATED,
    ...fillCompanyPlaceholders(texts, language),
  };
}

function describeInShort({ turnstile, ...facts }: PrivacyFacts) {
  const period = describeRetention(facts);
  return bilingual({
    en: {
      heading: 'In short',
      facts: [
        {
          label: 'What we keep',
          value:
            'What you send us: your name, email address and project type and, if you give them, a message, phone number, company and files. Our replies and notes, too. One cookie on the contact page protects the form. There is no advertising and no tracking.',
        },
        {
          label: 'Why',
          value:
            'To answer you and, if you ask, to prepare a quotation. We do not sell data or send newsletters.',
        },
        {
          label: 'Who sees it',
          value: `Only our staff. Our hosting and email providers work for us, inside the European Union.${turnstile ? ' Cloudflare checks whether you are human.' : ''}`,
        },
        { label: 'How long', value: `${period.en} Backups keep it for up to 30 more days.` },
        {
          label: 'Who to ask',
          value:
            'To see, correct or delete your data, write to {email} or call {phone}. We answer within one month.',
        },
      ],
    },
    el: {
      heading: 'Με λίγα λόγια',
      facts: [
        {
          label: 'Τι κρατάμε',
          value:
            'Όσα μας στέλνετε: ονοματεπώνυμο, email, είδος έργου και, αν τα δώσετε, μήνυμα, τηλέφωνο, εταιρεία και αρχεία. Επίσης, τις απαντήσεις και τις σημειώσεις μας. Ένα cookie στη σελίδα επικοινωνίας προστατεύει τη φόρμα. Δεν υπάρχουν διαφημίσεις ούτε παρακολούθηση.',
        },
        {
          label: 'Γιατί',
          value:
            'Για να σας απαντήσουμε και, αν το ζητήσετε, για να ετοιμάσουμε μια προσφορά. Δεν πουλάμε δεδομένα και δεν στέλνουμε ενημερωτικά δελτία.',
        },
        {
          label: 'Ποιος τα βλέπει',
          value: `Μόνο το προσωπικό μας. Οι πάροχοι φιλοξενίας και email εργάζονται για εμάς, μέσα στην Ευρωπαϊκή Ένωση.${turnstile ? ' Η Cloudflare ελέγχει αν είστε άνθρωπος.' : ''}`,
        },
        {
          label: 'Για πόσο',
          value: `${period.el} Από τα αντίγραφα ασφαλείας σβήνεται μέσα στις επόμενες 30 ημέρες.`,
        },
        {
          label: 'Πού απευθύνεστε',
          value:
            'Για να δείτε, να διορθώσετε ή να διαγράψετε τα δεδομένα σας, γράψτε στο {email} ή τηλεφωνήστε στο {phone}. Απαντάμε μέσα σε έναν μήνα.',
        },
      ],
    },
  });
}

function describeRetention({
  retentionMonths: months,
  readsAnswers,
}: Pick<PrivacyFacts, 'retentionMonths' | 'readsAnswers'>) {
  if (months === 0) {
    return {
      en: 'An enquiry is kept until we no longer need it, and is then deleted by hand.',
      el: 'Ένα αίτημα το κρατάμε όσο μας χρειάζεται και ύστερα το διαγράφουμε.',
    };
  }

  // Retention counts from the last message (AN-8).
  const orAnswer = {
    en: readsAnswers ? ', or after the last email we receive about it, whichever is later,' : '',
    el: readsAnswers ? ' ή, αν λάβουμε αργότερα σχετικό email, από το τελευταίο,' : '',
  };

  return {
    en: `An enquiry is kept for ${months} ${months === 1 ? 'month' : 'months'} after it arrives${orAnswer.en} and is then deleted.`,
    el: `Ένα αίτημα διατηρείται ${months} ${months === 1 ? 'μήνα' : 'μήνες'} από την άφιξή του${orAnswer.el} και ύστερα διαγράφεται.`,
  };
}

function describeIntroduction({ turnstile }: PrivacyFacts) {
  const source = {
    en: turnstile
      ? 'come from our own server, with one exception on the contact page that is named below.'
      : 'come from our own server.',
    el: turnstile
      ? 'έρχονται από τον δικό μας διακομιστή, με μία εξαίρεση στη σελίδα επικοινωνίας, που αναφέρεται παρακάτω.'
      : 'έρχονται από τον δικό μας διακομιστή.',
  };

  return bilingual<Section>({
    en: {
      heading: 'Introduction',
      body: [
        `This website belongs to {company}. You can read all of it without telling us who you are. There are no advertising cookies, no analytics and no tracking pixels. Fonts, pictures and scripts ${source.en}`,
        'On this website, personal data of visitors reaches us in one place only: the contact form. This page says what happens to it.',
        'There is one exception: if the web server cannot send a page, or refuses a form, it records the IP address and the address of the page, and deletes the record after two weeks.',
      ],
    },
    el: {
      heading: 'Εισαγωγή',
      body: [
        `Αυτός ο ιστότοπος ανήκει στην {company}. Μπορείτε να τον διαβάσετε ολόκληρο χωρίς να μας πείτε ποιοι είστε. Δεν υπάρχουν διαφημιστικά cookies, στατιστικά επισκεψιμότητας ή pixel παρακολούθησης. Γραμματοσειρές, εικόνες και κώδικας ${source.el}`,
        'Μέσα από τον ιστότοπο, προσωπικά δεδομένα επισκεπτών φτάνουν σε εμάς από ένα μόνο σημείο: τη φόρμα επικοινωνίας. Η σελίδα αυτή λέει τι γίνεται με αυτά.',
        'Υπάρχει μία εξαίρεση: όταν ο διακομιστής ιστού δεν μπορεί να στείλει μια σελίδα ή απορρίπτει μια φόρμα, καταγράφει τη διεύθυνση IP και τη διεύθυνση της σελίδας. Η εγγραφή διαγράφεται μετά από δύο εβδομάδες.',
      ],
    },
  });
}

export const storedData = bilingual({
  en: {
    full_name: 'Name',
    email: 'Email address',
    phone: 'Phone number (optional)',
    company: 'Company (optional)',
    project: 'Project type',
    message: 'Message (optional)',
    files: 'Files that you attach, and their names (optional)',
    language: 'The language of the page you wrote on: English or Greek',
    aboutProject:
      'The project, or the sample of a wood, that you wrote about, if you came to the form by its link',
    status: `Reference, time of arrival and status of the enquiry (${listStatuses('en')})`,
    verified:
      'Whether you passed the “I am human” check, and whether the form’s hidden field was filled in: yes or no',
    replies: 'Our replies to you, and their files',
    notes: 'The notes our staff make about the enquiry',
    holder: 'Which member of our staff is dealing with the enquiry',
    due: 'The day on which we plan to come back to it',
    changes: 'Who changed the status, the member of staff or that day, and when',
    source:
      'How the enquiry reached us (this site, phone, a visit, email or post) and, if it was not through this site, which member of our staff recorded it',
    mails:
      'The emails about it that our server has sent, their message identifiers, and why one was not delivered',
    answers: 'Your replies to these emails: the sender’s address, the text and the files',
  } satisfies Record<EnquiryField, string> & Record<string, string>,
  el: {
    full_name: 'Ονοματεπώνυμο',
    email: 'Διεύθυνση email',
    phone: 'Αριθμός τηλεφώνου (προαιρετικά)',
    company: 'Εταιρεία (προαιρετικά)',
    project: 'Είδος έργου',
    message: 'Μήνυμα (προαιρετικά)',
    files: 'Τα αρχεία που επισυνάπτετε και τα ονόματά τους (προαιρετικά)',
    language: 'Η γλώσσα της σελίδας στην οποία γράψατε: ελληνικά ή αγγλικά',
    aboutProject:
      'Το έργο ή το δείγμα ξύλου για το οποίο γράφετε, αν ήρθατε στη φόρμα από τον σύνδεσμό του',
    status: `Ο αριθμός αναφοράς, η ώρα άφιξης και η κατάσταση του αιτήματος (${listStatuses('el')})`,
    verified:
      'Αν περάσατε τον έλεγχο «Είμαι άνθρωπος» και αν συμπληρώθηκε το κρυφό πεδίο της φόρμας: ναι ή όχι',
    replies: 'Οι απαντήσεις μας προς εσάς και τα αρχεία τους',
    notes: 'Οι σημειώσεις του προσωπικού μας για το αίτημα',
    holder: 'Ποιος από το προσωπικό μας έχει αναλάβει το αίτημα',
    due: 'Η ημέρα κατά την οποία σκοπεύουμε να επανέλθουμε',
    changes: 'Ποιος άλλαξε την κατάσταση, τον υπεύθυνο ή την ημέρα αυτή, και πότε',
    source:
      'Με ποιον τρόπο έφτασε το αίτημα (ιστότοπος, τηλέφωνο, επίσκεψη, email ή ταχυδρομείο) και, αν δεν ήρθε από τον ιστότοπο, ποιος από το προσωπικό μας το κατέγραψε',
    mails:
      'Τα σχετικά email που έστειλε ο διακομιστής μας, τα αναγνωριστικά των μηνυμάτων και γιατί κάποιο δεν παραδόθηκε',
    answers:
      'Οι απαντήσεις σας σε αυτά τα email: η διεύθυνση email του αποστολέα, το κείμενο και τα αρχεία',
  },
});

function listStatuses(language: Language): string {
  return Object.values(statusLabels[language]).join(', ').toLocaleLowerCase(language);
}

function listStoredData(language: Language, readsAnswers: boolean): string[] {
  const { answers, ...items } = storedData[language];
  return [...Object.values(items), ...(readsAnswers ? [answers] : [])];
}

function describeCollection({ turnstile, receiptMail, readsAnswers }: PrivacyFacts) {
  const receipt = {
    en: 'If you passed the “I am human” check, we send one email to the address you gave, to confirm that your enquiry has arrived. It contains the reference and the project type, and repeats nothing else from the form. We send at most one a day.',
    el: 'Αν περάσατε τον έλεγχο «Είμαι άνθρωπος», στέλνουμε ένα email στη διεύθυνση που δώσατε, για να επιβεβαιώσουμε ότι το αίτημά σας έφτασε. Περιέχει τον αριθμό αναφοράς και το είδος του έργου και δεν επαναλαμβάνει τίποτε άλλο από όσα γράψατε. Στέλνουμε το πολύ ένα την ημέρα.',
  };

  return bilingual<Section>({
    en: {
      heading: 'Data we collect',
      list: listStoredData('en', readsAnswers),
      body: [
        'When you send an enquiry, we store what you typed and attached, and the few things that the system and our staff add. If you called, came by or wrote in another way, we store what our staff wrote down. The list at the end of this section is complete.',
        'Files are kept as you send them, with whatever your camera or drawing program has written into them. Only our staff can open them, after logging in.',
        ...(receiptMail ? [receipt.en] : []),
        'The contact page sets one signed cookie, for 30 days. It holds a random number and nothing about you. It limits how often the form can be sent: one message a minute, five a day. Page scripts cannot read it. For the same purpose the server counts the messages of an IP address over 24 hours. It keeps the address only in a scrambled form, and deletes it within another day.',
        'The form has a field that people cannot see. If it is filled in, the message was most likely written by a program. Unless you have passed the “I am human” check, it does not become an enquiry: it is kept apart with its files for 30 days, in case we were wrong, and is then deleted. So that one sender cannot crowd out others, the IP address is kept with it in a scrambled form.',
        turnstile
          ? 'Before you send, a service by Cloudflare (Turnstile) checks whether you are human. Its script is loaded when you open the contact page, and Cloudflare then receives your IP address and technical data about your browser. We store only whether you passed the check.'
          : 'Before you send, your browser solves a small problem that we set it (a proof of work). Only the solution leaves your browser, and no other company is involved. We store only whether you passed the check.',
        'The login pages of our staff set further cookies, for whoever opens them: for the login and its protection (up to 7 days), to keep others from guessing passwords (up to 180 days), and for the language chosen there (a year). No other page sets any of these for a visitor.',
      ],
    },
    el: {
      heading: 'Δεδομένα που συλλέγουμε',
      list: listStoredData('el', readsAnswers),
      body: [
        'Όταν στέλνετε ένα αίτημα, αποθηκεύουμε όσα γράψατε και επισυνάψατε και τα λίγα που προσθέτουν το σύστημα και το προσωπικό μας. Αν μας τηλεφωνήσατε, μας επισκεφθήκατε ή μας γράψατε με άλλον τρόπο, αποθηκεύουμε όσα κατέγραψε το προσωπικό μας. Ο κατάλογος στο τέλος αυτής της ενότητας είναι πλήρης.',
        'Τα αρχεία διατηρούνται όπως τα στέλνετε, μαζί με ό,τι έχει γράψει μέσα τους η κάμερα ή το σχεδιαστικό σας πρόγραμμα. Τα ανοίγει μόνο το προσωπικό μας, αφού συνδεθεί.',
        ...(receiptMail ? [receipt.el] : []),
        'Η σελίδα επικοινωνίας τοποθετεί ένα υπογεγραμμένο cookie, για 30 ημέρες. Περιέχει έναν τυχαίο αριθμό και καμία πληροφορία για εσάς. Περιορίζει πόσο συχνά στέλνεται η φόρμα: ένα μήνυμα το λεπτό, πέντε την ημέρα. Ο κώδικας της σελίδας δεν μπορεί να το διαβάσει. Για τον ίδιο σκοπό ο διακομιστής μετρά τα μηνύματα κάθε διεύθυνσης IP για 24 ώρες. Διατηρεί τη διεύθυνση μόνο σε μη αναγνώσιμη μορφή και τη διαγράφει μέσα στην επόμενη ημέρα.',
        'Η φόρμα έχει ένα πεδίο που οι άνθρωποι δεν βλέπουν. Αν είναι συμπληρωμένο, το μήνυμα γράφτηκε κατά πάσα πιθανότητα από πρόγραμμα. Αν δεν έχετε περάσει τον έλεγχο «Είμαι άνθρωπος», δεν γίνεται αίτημα: διατηρείται χωριστά με τα αρχεία του για 30 ημέρες, μήπως κάναμε λάθος, και ύστερα διαγράφεται. Για να μην παραγκωνίζει ένας αποστολέας τους άλλους, η διεύθυνση IP διατηρείται μαζί με το μήνυμα σε μη αναγνώσιμη μορφή.',
        turnstile
          ? 'Πριν στείλετε, μια υπηρεσία της Cloudflare (Turnstile) ελέγχει αν είστε άνθρωπος. Ο κώδικάς της φορτώνεται όταν ανοίγετε τη σελίδα επικοινωνίας. Η Cloudflare λαμβάνει τότε τη διεύθυνση IP σας και τεχνικά στοιχεία του προγράμματος περιήγησης. Αποθηκεύουμε μόνο το αν περάσατε τον έλεγχο.'
          : 'Πριν στείλετε, το πρόγραμμα περιήγησης λύνει ένα μικρό υπολογιστικό πρόβλημα (απόδειξη εργασίας) που του δίνουμε. Από το πρόγραμμα περιήγησης δεν φεύγει τίποτα εκτός από τη λύση και δεν εμπλέκεται άλλη εταιρεία. Αποθηκεύουμε αν περάσατε τον έλεγχο, όχι τη λύση.',
        'Οι σελίδες σύνδεσης του προσωπικού μας τοποθετούν και άλλα cookies σε όποιον τις ανοίξει: για τη σύνδεση και την προστασία της (έως 7 ημέρες), για να μη δοκιμάζουν άλλοι ένα ένα τα συνθηματικά (έως 180 ημέρες) και για τη γλώσσα που επιλέγεται εκεί (ένα έτος). Καμία άλλη σελίδα δεν τοποθετεί τέτοια cookies σε επισκέπτες.',
      ],
    },
  });
}

function describeUse(facts: PrivacyFacts) {
  const period = describeRetention(facts);
  return bilingual<Section>({
    en: {
      heading: 'How we use it',
      body: [
        'We use your enquiry to answer it and to prepare a quotation if you ask for one. The legal basis is your request (Article 6(1)(b) GDPR) and, for the protection of the form, our legitimate interest (Article 6(1)(f)). We do not send newsletters and we do not build profiles.',
        `${period.en} Its files, our replies and notes, and everything else that belongs to it are deleted with it. Our server’s copies of the emails that it sends about the enquiry are kept for about 30 days. Backups, and databases that a restore or an upgrade has replaced, are kept for 30 days; after that, deleted data is gone from them too. Emails in the mailboxes of our staff, and lists of enquiries that our staff export, are deleted by hand when they are no longer needed.`,
        `If an enquiry becomes a contract, the papers of that contract are kept for the periods required by Greek tax law. A record of security events (logins, changes of status) is kept for 12 months, and a count of refused attempts for 90 days. Neither contains messages, and both hold IP addresses only in a scrambled form that changes every day.`,
      ],
    },
    el: {
      heading: 'Πώς τα χρησιμοποιούμε',
      body: [
        'Χρησιμοποιούμε το αίτημά σας για να σας απαντήσουμε και, αν το ζητήσετε, για να ετοιμάσουμε μια προσφορά. Νομική βάση είναι το αίτημά σας (άρθρο 6 παρ. 1 στοιχείο β΄ ΓΚΠΔ) και, για την προστασία της φόρμας, το έννομο συμφέρον μας (άρθρο 6 παρ. 1 στοιχείο στ΄). Δεν στέλνουμε ενημερωτικά δελτία και δεν καταρτίζουμε προφίλ.',
        `${period.el} Μαζί του διαγράφονται τα αρχεία του, οι απαντήσεις και οι σημειώσεις μας και ό,τι άλλο το συνοδεύει. Αντίγραφα των email που στέλνουμε για αυτό μένουν στον διακομιστή μας περίπου 30 ημέρες. Τα αντίγραφα ασφαλείας και οι βάσεις δεδομένων που αντικαταστάθηκαν σε επαναφορά ή αναβάθμιση διατηρούνται 30 ημέρες: ύστερα, όσα διαγράφηκαν έχουν χαθεί και από εκεί. Τα email στους λογαριασμούς email του προσωπικού μας και οι κατάλογοι αιτημάτων που εξάγει το προσωπικό μας διαγράφονται χειροκίνητα, όταν δεν χρειάζονται πια.`,
        `Αν ένα αίτημα καταλήξει σε σύμβαση, τα έγγραφά της διατηρούνται όσο ορίζει η ελληνική φορολογική νομοθεσία. Ένα αρχείο συμβάντων ασφαλείας (συνδέσεις, αλλαγές κατάστασης) διατηρείται για 12 μήνες· ο αριθμός των προσπαθειών που απορρίφθηκαν διατηρείται για 90 ημέρες. Κανένα από τα δύο δεν περιέχει μηνύματα. Οι διευθύνσεις IP βρίσκονται σε αυτά μόνο σε μη αναγνώσιμη μορφή, που αλλάζει κάθε μέρα.`,
      ],
    },
  });
}

function describeSharing({ turnstile }: PrivacyFacts) {
  const service = {
    en: turnstile ? ' Cloudflare is involved as described above.' : '',
    el: turnstile ? ' Η Cloudflare εμπλέκεται όπως περιγράφεται παραπάνω.' : '',
  };
  return bilingual<Section>({
    en: {
      heading: 'Sharing',
      body: [
        `Only invited members of our staff can read enquiries, each with a personal account; a copy may be emailed to those who will answer. We do not sell or rent personal data. Our hosting and email providers process it on our behalf and under contract, inside the European Union.${service.en} We hand data to an authority only where the law obliges us to.`,
      ],
    },
    el: {
      heading: 'Σε ποιους τα δίνουμε',
      body: [
        `Τα αιτήματα τα διαβάζουν μόνο εξουσιοδοτημένοι εργαζόμενοί μας, ο καθένας με δικό του λογαριασμό. Ένα αντίγραφο μπορεί να σταλεί με email σε όσους θα απαντήσουν. Δεν πουλάμε προσωπικά δεδομένα ούτε τα παραχωρούμε έναντι αμοιβής. Οι πάροχοι φιλοξενίας και email τα επεξεργάζονται για λογαριασμό μας και με σύμβαση, μέσα στην Ευρωπαϊκή Ένωση.${service.el} Δίνουμε δεδομένα σε δημόσια αρχή μόνο όταν μας υποχρεώνει ο νόμος.`,
      ],
    },
  });
}

const describeRights = () =>
  bilingual<Section>({
    en: {
      heading: 'Your rights',
      body: [
        'You can ask what we hold about you, have it corrected or deleted, receive a copy, and restrict its use or object to it. A short email is enough and costs nothing. We answer within one month. If you are unhappy with our answer, you can complain to the Hellenic Data Protection Authority (www.dpa.gr).',
      ],
    },
    el: {
      heading: 'Τα δικαιώματά σας',
      body: [
        'Μπορείτε να ρωτήσετε ποια δεδομένα διατηρούμε για εσάς, να ζητήσετε τη διόρθωση ή τη διαγραφή τους, να λάβετε αντίγραφο, να περιορίσετε τη χρήση τους ή να αντιταχθείτε σε αυτή. Ένα σύντομο email αρκεί και δεν κοστίζει τίποτα. Απαντάμε μέσα σε έναν μήνα. Αν η απάντησή μας δεν σας ικανοποιεί, μπορείτε να απευθυνθείτε στην Αρχή Προστασίας Δεδομένων Προσωπικού Χαρακτήρα (www.dpa.gr).',
      ],
    },
  });

const describeContact = () =>
  bilingual<Section>({
    en: {
      heading: 'Contact',
      body: [
        `Questions about this page: {email} or {phone}. {company}, ${getCompanyTexts('en').factory.lines.join(', ')}.`,
      ],
    },
    el: {
      heading: 'Επικοινωνία',
      body: [
        `Ερωτήσεις για αυτή τη σελίδα: {email} ή {phone}. {company}, ${getCompanyTexts('el').factory.lines.join(', ')}.`,
      ],
    },
  });
