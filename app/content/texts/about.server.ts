import { defineTexts } from '../company.server.ts';

export const facilityPictures = [
  'facility-1',
  'facility-2',
  'facility-3',
  'facility-4',
  'facility-5',
  'facility-6',
] as const;

export const getAboutTexts = defineTexts({
  en: {
    title: 'About {company}',
    heading: { before: 'About', company: '{company}' },
    subtitle: 'State-of-the-art wood factory',
    description:
      'A {area} m² factory {whereInRegion}: design team, CNC cutting, painting chamber, assembly, quality control and logistics under one roof.',
    caption: '{area} m², {place}',
    texts: {
      heading: 'A Few Words About Us',
      lede: 'The factory covers {area} square metres {whereInRegion}. A piece crosses it once, from left to right, and never goes back.',
      text: 'It begins with the design team, who turn a drawing into parts. CNC machines cut them. The painting chamber gives them their finish, in filtered air, at 22 degrees. Assembly puts them together for the first time. Quality control goes over every joint, by eye. Logistics wraps, numbers and loads them in the order they will be needed on site.',
      stations: [
        'Design team',
        'CNC cutting',
        'Painting chamber',
        'Assembly',
        'Quality control',
        'Logistics',
      ],
    },
    facilities: {
      heading: 'Our Facilities',
      captions: [
        'Design team',
        'CNC cutting',
        'Painting chamber',
        'Assembly',
        'Quality control',
        'Logistics',
      ],
    },
    strip: {
      label: 'How we think and work',
      index: 'In this section',
      names: {
        mission: 'Mission',
        philosophy: 'Philosophy',
        values: 'Values',
        procedures: 'Procedures',
        certificates: 'Certificates',
      },
      scroller: 'Mission, philosophy, values, procedures and certificates. Scrolls sideways.',
    },
    mission: {
      heading: 'Our Mission',
      text: 'To make what was drawn, as it was drawn, in wood that outlasts the reason you bought it.',
      note: 'That means saying early when a drawing will not work, and showing what will.',
    },
    philosophy: {
      heading: 'Our Philosophy',
      items: [
        {
          title: 'The material has a say',
          text: 'Wood moves. We choose the cut, the thickness and the joint so that it can, and so that you never notice.',
        },
        {
          title: 'Machines for accuracy, hands for judgement',
          text: 'A machine cuts to a tenth of a millimetre. A person decides which face goes to the front.',
        },
        {
          title: 'Nothing hidden that cannot be opened',
          text: 'Every panel comes off. Every hinge can be reached. What we build, somebody will have to repair.',
        },
      ],
    },
    values: {
      heading: 'Our Values',
      items: [
        {
          title: 'Uncompromising Quality',
          text: 'The back is made like the front.',
        },
        {
          title: 'Customization',
          text: 'There is no catalogue. Each piece starts from your drawing and your room.',
        },
        {
          title: 'Innovation',
          text: 'New tools earn their place when they make a better joint, not a newer one.',
        },
        {
          title: 'Collaboration',
          text: 'Architects, builders and clients are welcome on the factory floor, and they do come.',
        },
        {
          title: 'Sustainability',
          text: 'Timber of known origin, little waste, short journeys, long lives.',
        },
        {
          title: 'Inclusion & Equality',
          text: 'Skill is what counts at the bench. Pay follows it, and nothing else.',
        },
      ],
    },
    procedures: {
      heading: 'Our Procedures',
      play: 'Start the animation',
      pause: 'Pause the animation',
      items: [
        {
          title: 'Industrial Design',
          text: 'Your idea becomes a design that can be built and priced.',
        },
        {
          title: 'Project Assessment',
          text: 'We measure the site, choose materials and give a fixed price.',
        },
        {
          title: 'Project Management',
          text: 'One person keeps the schedule and answers the phone.',
        },
        {
          title: 'Production Line',
          text: 'Parts are cut, edged, sanded, finished and assembled.',
        },
        {
          title: 'Quality Control',
          text: 'Each piece is checked against its drawing before it is wrapped.',
        },
        {
          title: 'Transportation & Installation',
          text: 'Our own crew delivers the furniture, fits it and takes the packaging away.',
        },
      ],
    },
    certificates: {
      heading: 'Our Certificates',
      soon: 'Coming Soon',
      validUntil: 'Valid until {day}',
    },
    whyUs: {
      heading: 'Why Us',
      items: [
        {
          title: 'One roof',
          text: 'Design, cutting, painting and assembly are a short walk apart. Questions take minutes.',
        },
        {
          title: 'One price',
          text: 'You get a fixed price once the site has been measured. It changes only if the drawing does.',
        },
        {
          title: 'One crew',
          text: 'In Greece, the people who made it are the people who fit it.',
        },
      ],
      readOn: 'More in our insights:',
      and: ' and ',
    },
  },
  el: {
    title: 'Γνωρίστε την {company}',
    heading: { before: 'Γνωρίστε την', company: '{company}' },
    subtitle: 'Το εργοστάσιό μας {where}',
    description:
      'Ένα εργοστάσιο {area} τ.μ. {whereInRegion}: σχεδιαστήριο, κοπή CNC, βαφείο, συναρμολόγηση, ποιοτικός έλεγχος και αποστολές κάτω από μία στέγη.',
    caption: '{area} τ.μ., {place}',
    texts: {
      heading: 'Λίγα λόγια για εμάς',
      lede: 'Το εργοστάσιο απλώνεται σε {area} τετραγωνικά μέτρα {whereInRegion}. Κάθε κομμάτι το διασχίζει μία φορά, από αριστερά προς τα δεξιά, και δεν γυρίζει ποτέ πίσω.',
      text: 'Όλα αρχίζουν στο σχεδιαστήριο, όπου το σχέδιο αναλύεται σε κομμάτια. Τα μηχανήματα CNC τα κόβουν. Στο βαφείο παίρνουν το φινίρισμά τους, σε φιλτραρισμένο αέρα, στους 22 βαθμούς. Στη συναρμολόγηση δένουν για πρώτη φορά. Στον ποιοτικό έλεγχο κοιτάμε μία μία τις ενώσεις. Στις αποστολές συσκευάζονται, αριθμούνται και φορτώνονται με τη σειρά που θα χρειαστούν στο έργο.',
      stations: [
        'Σχεδιαστήριο',
        'Κοπή CNC',
        'Βαφείο',
        'Συναρμολόγηση',
        'Ποιοτικός έλεγχος',
        'Αποστολές',
      ],
    },
    facilities: {
      heading: 'Οι εγκαταστάσεις μας',
      captions: [
        'Σχεδιαστήριο',
        'Κοπή CNC',
        'Βαφείο',
        'Συναρμολόγηση',
        'Ποιοτικός έλεγχος',
        'Αποστολές',
      ],
    },
    strip: {
      label: 'Πώς σκεφτόμαστε και πώς δουλεύουμε',
      index: 'Σε αυτή την ενότητα',
      names: {
        mission: 'Αποστολή',
        philosophy: 'Φιλοσοφία',
        values: 'Αξίες',
        procedures: 'Διαδικασίες',
        certificates: 'Πιστοποιητικά',
      },
      scroller: 'Αποστολή, φιλοσοφία, αξίες, διαδικασίες και πιστοποιητικά. Οριζόντια κύλιση.',
    },
    mission: {
      heading: 'Η αποστολή μας',
      text: 'Να φτιάχνουμε ό,τι σχεδιάστηκε, όπως σχεδιάστηκε, σε ξύλο που θα στέκει ακόμη όταν θα έχετε ξεχάσει γιατί το παραγγείλατε.',
      note: 'Δηλαδή να λέμε εγκαίρως τι δεν στέκει σε ένα σχέδιο και να δείχνουμε τι στέκει.',
    },
    philosophy: {
      heading: 'Η φιλοσοφία μας',
      items: [
        {
          title: 'Και το υλικό έχει λόγο',
          text: 'Το ξύλο κινείται. Διαλέγουμε την κοπή, το πάχος και την ένωση έτσι ώστε να μπορεί να κινηθεί και εσείς να μην το καταλάβετε ποτέ.',
        },
        {
          title: 'Μηχανές για την ακρίβεια, χέρια για την κρίση',
          text: 'Ένα μηχάνημα κόβει στο δέκατο του χιλιοστού. Ένας άνθρωπος αποφασίζει ποια όψη θα μπει μπροστά.',
        },
        {
          title: 'Τίποτα κρυφό που να μην ανοίγει',
          text: 'Κάθε πάνελ βγαίνει. Σε κάθε μεντεσέ φτάνει το χέρι. Ό,τι φτιάχνουμε, κάποιος κάποτε θα το επισκευάσει.',
        },
      ],
    },
    values: {
      heading: 'Οι αξίες μας',
      items: [
        {
          title: 'Ποιότητα χωρίς εκπτώσεις',
          text: 'Η πλάτη γίνεται όπως η πρόσοψη.',
        },
        {
          title: 'Στα μέτρα σας',
          text: 'Δεν υπάρχει κατάλογος. Κάθε κομμάτι ξεκινά από το σχέδιο και τον χώρο σας.',
        },
        {
          title: 'Καινοτομία',
          text: 'Ένα νέο εργαλείο μένει στον πάγκο μόνο αν κάνει καλύτερη ένωση. Το ότι είναι νέο δεν φτάνει.',
        },
        {
          title: 'Συνεργασία',
          text: 'Αρχιτέκτονες, εργολάβοι και πελάτες είναι ευπρόσδεκτοι στο εργοστάσιο. Και έρχονται.',
        },
        {
          title: 'Βιωσιμότητα',
          text: 'Ξυλεία γνωστής προέλευσης, ελάχιστη φύρα, μικρές αποστάσεις, μεγάλη διάρκεια ζωής.',
        },
        {
          title: 'Συμπερίληψη και ισότητα',
          text: 'Στον πάγκο μετρά η τέχνη. Αυτή, και μόνο αυτή, ορίζει την αμοιβή.',
        },
      ],
    },
    procedures: {
      heading: 'Οι διαδικασίες μας',
      play: 'Έναρξη της εναλλαγής των διαδικασιών',
      pause: 'Παύση της εναλλαγής των διαδικασιών',
      items: [
        {
          title: 'Κατασκευαστικά σχέδια',
          text: 'Η ιδέα σας γίνεται ένα σχέδιο που μπορεί να κοστολογηθεί και να κατασκευαστεί.',
        },
        {
          title: 'Κοστολόγηση έργου',
          text: 'Μετράμε τον χώρο, διαλέγουμε υλικά και δίνουμε σταθερή τιμή.',
        },
        {
          title: 'Διαχείριση έργου',
          text: 'Ένας άνθρωπος κρατά το χρονοδιάγραμμα και σηκώνει το τηλέφωνο.',
        },
        {
          title: 'Γραμμή παραγωγής',
          text: 'Τα κομμάτια κόβονται, ντύνονται στα σόκορα, τρίβονται, φινίρονται και συναρμολογούνται.',
        },
        {
          title: 'Ποιοτικός έλεγχος',
          text: 'Κάθε κομμάτι συγκρίνεται με το σχέδιό του πριν συσκευαστεί.',
        },
        {
          title: 'Μεταφορά και τοποθέτηση',
          text: 'Το δικό μας συνεργείο φέρνει τα έπιπλα, τα τοποθετεί και παίρνει μαζί του τη συσκευασία.',
        },
      ],
    },
    certificates: {
      heading: 'Τα πιστοποιητικά μας',
      soon: 'Αναμένεται',
      validUntil: 'Ισχύει έως {day}',
    },
    whyUs: {
      heading: 'Γιατί μαζί μας',
      items: [
        {
          title: 'Μία στέγη',
          text: 'Σχεδιασμός, κοπή, βαφή και συναρμολόγηση απέχουν λίγα βήματα μεταξύ τους. Κάθε απορία λύνεται σε λίγα λεπτά.',
        },
        {
          title: 'Μία τιμή',
          text: 'Μετά την αποτύπωση του χώρου παίρνετε σταθερή τιμή. Αλλάζει μόνο αν αλλάξει το σχέδιο.',
        },
        {
          title: 'Ένα συνεργείο',
          text: 'Στην Ελλάδα, το έπιπλο το τοποθετούν εκείνοι που το έφτιαξαν.',
        },
      ],
      readOn: 'Διαβάστε περισσότερα στα άρθρα μας:',
      and: ' και ',
    },
  },
});

export type AboutTexts = ReturnType<typeof getAboutTexts>;
