/** The words of the about page (ledger ). */
export const about = {
  title: 'About DRYS Woodworking',
  subtitle: 'State-of-the-art wood factory',
  description:
    'A 5,000 m² factory in Avlona, Attica: design team, CNC cutting, painting chamber, assembly, quality control and logistics under one roof.',
  caption: '5,000 m², Avlona, Attica',
  words: {
    heading: 'A Few Words About Us',
    lede: 'The factory covers 5,000 square metres in Avlona, Attica. A piece crosses it once, from left to right, and never goes back.',
    text: 'It begins with the design team, who turn a drawing into parts. CNC machines cut them. The painting chamber gives them their finish, in filtered air, at 22 degrees. Assembly puts them together for the first time. Quality control takes them apart with its eyes. Logistics wraps, numbers and loads them in the order in which they will be needed on site.',
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
    items: [
      {
        picture: 'facility-1',
        caption: 'Design team',
      },
      {
        picture: 'facility-2',
        caption: 'CNC cutting',
      },
      {
        picture: 'facility-3',
        caption: 'Painting chamber',
      },
      {
        picture: 'facility-4',
        caption: 'Assembly',
      },
      {
        picture: 'facility-5',
        caption: 'Quality control',
      },
      {
        picture: 'facility-6',
        caption: 'Logistics',
      },
    ],
  },
  mission: {
    heading: 'Our Mission',
    text: 'To make what was drawn, as it was drawn, in wood that lasts longer than the reason it was bought for.',
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
        text: 'Architects, builders and clients are welcome on the factory floor, and come.',
      },
      {
        title: 'Sustainability',
        text: 'Certified timber, full boards, short transport, long use.',
      },
      {
        title: 'Inclusion & Equality',
        text: 'Skill is what counts at the bench. Pay follows it, and nothing else.',
      },
    ],
  },
  procedures: {
    heading: 'Our Procedures',
    items: [
      {
        title: 'Industrial Design',
        text: 'Your idea becomes a set of parts, drawn at full size.',
      },
      {
        title: 'Project Assessment',
        text: 'We measure the site, choose materials and give a fixed price.',
      },
      {
        title: 'Project Management',
        text: 'One person holds the schedule and answers the phone.',
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
        text: 'Our own crew brings it, fits it and takes the packaging away.',
      },
    ],
  },
  certificates: {
    heading: 'Our Certificates',
    items: [
      {
        title: 'TUV EN ISO 9001:2015',
        text: 'Quality management',
        href: '/certificates/iso-9001-2015.pdf',
      },
      {
        title: 'TUV EN ISO 14001:2015',
        text: 'Environmental management',
        href: '/certificates/iso-14001-2015.pdf',
      },
      {
        title: 'FSC accreditation',
        text: 'Responsible forestry, chain of custody',
        status: 'Coming Soon',
      },
    ],
  },
  why: {
    heading: 'Why Us',
    items: [
      {
        title: 'One roof',
        text: 'Design, cutting, painting and assembly are a short walk apart. Questions take minutes.',
      },
      {
        title: 'One price',
        text: 'You get a fixed price after the site has been measured. It does not grow.',
      },
      {
        title: 'One crew',
        text: 'The people who made it are the people who fit it.',
      },
    ],
    readOn: 'Read on in our insights:',
  },
} as const;
