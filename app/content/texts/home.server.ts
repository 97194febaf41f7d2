import { defineTexts } from '../company.server.ts';
import { bilingual } from '../language.ts';

export const getHomeTexts = defineTexts({
  en: {
    title: '{company}: custom furniture and joinery, made in Greece',
    description: '{tagline}',
    // Linked while they are published (VP-10).
    pages: {
      '/page/how-we-work': 'How we work, and what it costs',
      '/page/materials': 'Materials and finishes',
    },
    hero: {
      heading: ['Your drawing,', 'in wood.'],
      button: 'View our projects',
      caption: '{area} m² under one roof',
    },
    aboutUs: {
      kicker: 'Who We Are',
      heading: 'About Us',
      lede: '{intro}',
      text: 'We make furniture and joinery to order for residential, commercial and cultural projects: houses, offices, shops, restaurants, schools and museums. Everything is drawn, cut, finished and checked under one roof, by people who can walk over and ask each other. Then we bring it to you and fit it ourselves.',
      link: 'Learn More',
      // For screen readers and search engines, which meet the link without its visible context.
      linkTo: 'about our factory and people',
    },
    approach: {
      heading: 'Our Approach',
      items: [
        {
          title: 'Minimise environmental impact',
          text: 'We plan how the parts lie on each board before we cut it, so that less is wasted. Offcuts heat the drying room. Finishes are oil-, soap- or water-based.',
        },
        {
          title: 'Bring your design to life',
          text: 'We develop your drawing with you, produce it, deliver it and install it. One contract, one person to call, from the first sketch to the last screw.',
          steps: ['Develop', 'Produce', 'Deliver', 'Install'],
        },
        {
          title: 'Checked at every station',
          text: 'Each piece is checked against its drawing before it moves on, under a quality system certified to international standards. If a joint is not right, it does not leave the factory.',
          linkLabel: 'Our certificates',
        },
      ],
    },
    featured: {
      slash: 'Featured Work',
      heading: 'Indicative Projects',
      link: 'View Project',
      button: 'View All Projects',
    },
    clients: {
      slash: 'Our Clients',
      heading: 'Trusted by',
      label: 'Clients',
      carousel: 'carousel',
      previous: 'Previous clients',
      next: 'Next clients',
      play: 'Play carousel',
      pause: 'Pause carousel',
    },
    film: { play: 'Play video', pause: 'Pause video' },
    cta: {
      slash: 'Start a Project',
      heading: "Let's bring your vision to life",
      text: 'Send a drawing, a photo of the room, or three sentences. We answer within 1–2 business days.',
      button: 'Contact Us',
    },
  },
  el: {
    title: '{company}: έπιπλα και ξύλινες κατασκευές κατά παραγγελία, από την Ελλάδα',
    description: '{tagline}',
    // Linked while they are published (VP-10).
    pages: {
      '/page/how-we-work': 'Πώς δουλεύουμε και τι κοστίζει',
      '/page/materials': 'Υλικά και φινιρίσματα',
    },
    hero: {
      heading: ['Το σχέδιό σας,', 'σε ξύλο.'],
      button: 'Δείτε τα έργα μας',
      caption: '{area} τ.μ. κάτω από μία στέγη',
    },
    aboutUs: {
      kicker: 'Ποιοι είμαστε',
      heading: 'Η εταιρεία',
      lede: '{intro}',
      text: 'Φτιάχνουμε έπιπλα και ξύλινες κατασκευές κατά παραγγελία: για σπίτια, γραφεία, καταστήματα, εστιατόρια, σχολεία και μουσεία. Όλα σχεδιάζονται, κόβονται, φινίρονται και ελέγχονται κάτω από μία στέγη, από ανθρώπους που δουλεύουν δυο βήματα ο ένας από τον άλλον. Ύστερα τα φέρνουμε και τα τοποθετούμε οι ίδιοι.',
      link: 'Περισσότερα',
      linkTo: 'για το εργοστάσιο και τους ανθρώπους μας',
    },
    approach: {
      heading: 'Η προσέγγισή μας',
      items: [
        {
          title: 'Μικρότερο περιβαλλοντικό αποτύπωμα',
          text: 'Τα κομμάτια μπαίνουν πρώτα σε σχέδιο κοπής, για να χάνεται λιγότερο υλικό από κάθε φύλλο. Με τα ρετάλια ζεσταίνουμε το ξηραντήριο. Τα φινιρίσματά μας έχουν βάση το λάδι, το σαπούνι ή το νερό.',
        },
        {
          title: 'Το σχέδιό σας παίρνει μορφή',
          text: 'Αναπτύσσουμε το σχέδιο μαζί σας, κατασκευάζουμε, μεταφέρουμε και τοποθετούμε. Μία σύμβαση και ένας άνθρωπος στο τηλέφωνο, από το πρώτο σκίτσο ως την τελευταία βίδα.',
          steps: ['Ανάπτυξη', 'Παραγωγή', 'Μεταφορά', 'Τοποθέτηση'],
        },
        {
          title: 'Έλεγχος σε κάθε στάδιο',
          text: 'Κάθε κομμάτι συγκρίνεται με το σχέδιό του πριν περάσει στο επόμενο στάδιο, με σύστημα ποιότητας πιστοποιημένο κατά διεθνή πρότυπα. Ένωση που δεν βγήκε σωστή δεν φεύγει από το εργοστάσιο.',
          linkLabel: 'Τα πιστοποιητικά μας',
        },
      ],
    },
    featured: {
      slash: 'Από τη\u00a0δουλειά μας',
      heading: 'Επιλεγμένα έργα',
      link: 'Δείτε το έργο',
      button: 'Δείτε όλα τα έργα',
    },
    clients: {
      slash: 'Οι\u00a0πελάτες μας',
      heading: 'Μας εμπιστεύονται',
      label: 'Πελάτες',
      carousel: 'καρουζέλ',
      previous: 'Προηγούμενοι πελάτες',
      next: 'Επόμενοι πελάτες',
      play: 'Έναρξη της αυτόματης κύλισης',
      pause: 'Παύση της αυτόματης κύλισης',
    },
    film: { play: 'Αναπαραγωγή του βίντεο', pause: 'Παύση του βίντεο' },
    cta: {
      slash: 'Το έργο σας',
      heading: 'Τι να σας φτιάξουμε;',
      text: 'Στείλτε ένα σχέδιο, μια φωτογραφία του χώρου ή τρεις γραμμές. Απαντάμε μέσα σε 1–2 εργάσιμες ημέρες.',
      button: 'Επικοινωνήστε μαζί μας',
    },
  },
});

export type HomeTexts = ReturnType<typeof getHomeTexts>;

export const projectsClaim = bilingual({
  en: {
    one: 'project shown here',
    other: 'projects shown here: commercial, educational and cultural',
  },
  el: {
    one: 'έργο σε αυτόν τον ιστότοπο',
    other: 'έργα σε αυτόν τον ιστότοπο: επαγγελματικοί, εκπαιδευτικοί και πολιτιστικοί χώροι',
  },
});
