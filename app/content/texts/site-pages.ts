/** The words of the list pages, of the sitemap and of the pages for what is not there. */
export const homeCrumb = 'Home';

export const projectsPage = {
  title: 'Projects',
  description:
    'Twenty-two projects from 2017 to 2025: offices, schools, shops, restaurants, museums, clinics and clubs.',
  intro: 'Rooms and furniture made in Avlona between 2017 and 2025.',
  link: 'View Project',
  filter: 'Filter',
  none: 'No project of this kind in this year.',
} as const;

export const projectPage = {
  specifications: 'Project Specifications',
  saw: 'Pull the slash to see the drawing',
  /** What a screen reader says of the saw's place; the share follows a number. */
  sawAt: { picture: 'The whole picture', drawing: 'The whole drawing', share: 'per cent drawing' },
  enlarge: 'View large',
  all: 'All projects',
  discuss: 'Discuss a project like this',
} as const;

export const projectNotFound = {
  title: 'Project not found',
  text: 'There is no project at this address. It may have been renamed.',
  link: 'Return to projects',
} as const;

export const insightsPage = {
  title: 'Insights',
  description: 'How we think about wood, drawings and time.',
  next: 'Next insight',
} as const;

export const feed = {
  path: '/insights/feed.xml',
  title: 'Insights by DRYS Woodworking',
  link: 'Atom feed',
} as const;

export const mediaPage = {
  title: 'Media',
  description: 'News, press and notes from the workshop of DRYS Woodworking in Avlona, Attica.',
  label: 'In preparation',
  heading: 'Coming Soon',
  text: 'The media section is under development. Until then, our articles on how we work are the best place to read on.',
  link: 'Read our insights',
} as const;

export const sitemapPage = {
  title: 'Sitemap',
  description: 'All pages of the DRYS Woodworking website at a glance.',
  /** The projects that the sitemap page lists, by slug (ledger L-2). */
  projects: [
    'ellinogermaniki-agogi',
    'roche',
    'nestle',
    'technogym',
    'terra-nord',
    'pinakothiki',
    's-catherine',
    'navarino',
    'shop-loriot',
    'shop-vilebrequin-gh',
    'medwood-expo',
    'lapin',
  ],
} as const;

export const notFoundPage = {
  code: '404',
  title: 'Page not found',
  heading: 'This page has been cut to the wrong length.',
  text: 'The page was not found. It may have been removed or renamed.',
  button: 'Return Home',
} as const;

/** A page that could not be made, or not be fetched. */
export const outOfOrder = {
  title: 'Something went wrong here',
  text: 'The page could not be shown. Please try again in a moment.',
  again: 'Try again',
  home: 'Return Home',
} as const;
