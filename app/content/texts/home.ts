/** The words of the home page (ledger H-1 to H-6). */
export const home = {
  title: 'DRYS Woodworking: custom furniture and joinery, made in Greece',
  description:
    'A state-of-the-art woodworking factory making custom furniture for commercial and private spaces.',
  hero: {
    heading: ['Your drawing,', 'in wood.'],
    button: 'View our projects',
    caption: '5,000 m² under one roof',
  },
  about: {
    kicker: 'Who We Are',
    heading: 'About Us',
    lede: 'One building in Avlona, forty minutes north of Athens. Boards come in at one end. Finished rooms leave at the other.',
    text: 'We make furniture and joinery to order: for houses, offices, shops, restaurants, schools and museums. Everything is drawn, cut, finished and checked under one roof, by people who can walk over and ask each other. Then we bring it to you and fit it ourselves.',
    link: 'Learn More',
    // Heard and found by machines, not seen: out of its place the link would not say where it leads.
    linkTo: 'about our factory and people',
  },
  approach: {
    heading: 'Our Approach',
    items: [
      {
        title: 'Minimise environmental impact',
        text: 'Parts are nested before they are cut, so that less of each board is lost. Offcuts heat the drying room. Finishes are water-based or oil.',
        drawing: 'nest',
      },
      {
        title: 'Bring your design to life',
        text: 'We develop your drawing with you, produce it, deliver it and install it. One contract, one person to call, from the first sketch to the last screw.',
        steps: ['Develop', 'Produce', 'Deliver', 'Install'],
        drawing: 'dovetail',
      },
      {
        title: 'Top quality, certified',
        text: 'Work is checked against international standards at each station, and the certificates are there to be read. If a joint is not right, it does not leave.',
        drawing: 'gauge',
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
  },
  cta: {
    slash: 'Start a Project',
    heading: "Let's bring your vision to life",
    text: 'Send a drawing, a photo of the room, or three sentences. We answer within 1-2 business days.',
    button: 'Contact Us',
  },
} as const;
