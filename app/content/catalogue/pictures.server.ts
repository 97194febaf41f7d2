import type { Bilingual, Language } from '#app/content/language.ts';

/**
 * The files are `/{name}-{width}.avif` for each of `widths`, `/{name}-960.jpg` as fallback and, if there is a
 * drawing, `{drawing}-720.png` and `-1440.png`. A name without a folder belongs to a picture of the design.
 * Tone (0 to 11) and focus (per cent) are class names in styles/geometry.css.
 */
export interface PictureData {
  name: string;
  alt: string;
  width: number;
  height: number;
  widths: readonly number[];
  tone: number;
  focus: readonly [x: number, y: number];
  drawing?: string;
  /** Who took it, and the line that says so on a page (PB-5). */
  credit?: { name: string; line: string };
}

type DesignPicture = Pick<PictureData, 'width' | 'height' | 'tone' | 'focus'> & {
  alt: Bilingual<string>;
};

// The pictures of home, about and contact belong to the texts of these pages, which the desk does not
// edit. Their files in public/ are made by `npm run images`.
const designPictures = {
  'about-hero': {
    alt: {
      en: 'Long factory hall with timber roof frames and skylights, stacked boards on the left and workbenches with furniture on the right.',
      el: 'Επιμήκης αίθουσα εργοστασίου με ξύλινα ζευκτά και φεγγίτες, στοιβαγμένες σανίδες αριστερά και πάγκους εργασίας με έπιπλα δεξιά.',
    },
    width: 2400,
    height: 1350,
    tone: 4,
    focus: [50, 60],
  },
  'facility-1': {
    alt: {
      en: 'Design studio with a large oak drawing table, stools, open birch shelving and a wall of material samples.',
      el: 'Σχεδιαστήριο με μεγάλο δρύινο τραπέζι, σκαμπό, ανοιχτά ράφια από σημύδα και έναν τοίχο με δείγματα υλικών.',
    },
    width: 2000,
    height: 1333,
    tone: 3,
    focus: [50, 60],
  },
  'facility-2': {
    alt: {
      en: 'CNC hall with a gantry machine cutting a sheet of plywood, board stacks along the wall.',
      el: 'Αίθουσα CNC με στοίβες από φύλλα κατά μήκος του τοίχου και ένα μηχάνημα γέφυρας που κόβει κόντρα πλακέ.',
    },
    width: 2000,
    height: 1333,
    tone: 6,
    focus: [60, 60],
  },
  'facility-3': {
    alt: {
      en: 'Painting chamber with doors hanging from rails, a filter wall and ceiling light panels.',
      el: 'Θάλαμος βαφής με πόρτες κρεμασμένες από ράγες, τοίχο φίλτρων και φωτιστικά στην οροφή.',
    },
    width: 2000,
    height: 1333,
    tone: 8,
    focus: [50, 50],
  },
  'facility-4': {
    alt: {
      en: 'Assembly workshop with a walnut cabinet in clamps on a bench, drawers and carcasses around it.',
      el: 'Χώρος συναρμολόγησης με ένα ντουλάπι καρυδιάς στους σφιγκτήρες, πάνω σε πάγκο, με συρτάρια και κουτιά γύρω του.',
    },
    width: 2000,
    height: 1333,
    tone: 6,
    focus: [60, 60],
  },
  'facility-5': {
    alt: {
      en: 'Quality control table with a slatted walnut door under inspection, shelves of timber samples behind.',
      el: 'Τραπέζι ποιοτικού ελέγχου με μια πόρτα από πηχάκια καρυδιάς και ράφια με δείγματα ξύλου πίσω.',
    },
    width: 2000,
    height: 1333,
    tone: 4,
    focus: [50, 60],
  },
  'facility-6': {
    alt: {
      en: 'Warehouse with timber crates, a pallet truck and racking under skylights.',
      el: 'Αποθήκη με ξύλινα κιβώτια, παλετοφόρο και ράφια κάτω από φεγγίτες.',
    },
    width: 2000,
    height: 1333,
    tone: 4,
    focus: [50, 60],
  },
  'hero-saw-poster': {
    alt: {
      en: 'First frame of the hero film: a reception hall, drawn in ink on the left of a slanted cut and built in oak on the right.',
      el: 'Το πρώτο καρέ του βίντεο: μια αίθουσα υποδοχής, σχεδιασμένη με μελάνι αριστερά από μια λοξή τομή και κατασκευασμένη από δρυ δεξιά της.',
    },
    width: 1920,
    height: 1080,
    tone: 11,
    focus: [50, 60],
  },
  'texture-oak': {
    alt: {
      en: 'Close-up of oak boards, showing their joints and grain.',
      el: 'Σανίδες δρυός από πολύ κοντά, με τις ενώσεις και τα νερά του ξύλου.',
    },
    width: 2000,
    height: 1333,
    tone: 7,
    focus: [50, 50],
  },
  'texture-walnut': {
    alt: {
      en: 'Close-up of walnut boards, showing their joints and grain.',
      el: 'Σανίδες καρυδιάς από πολύ κοντά, με τις ενώσεις και τα νερά του ξύλου.',
    },
    width: 2000,
    height: 1333,
    tone: 2,
    focus: [50, 50],
  },
} satisfies Record<string, DesignPicture>;

export type DesignPictureName = keyof typeof designPictures;

export const DESIGN_PICTURES = Object.keys(designPictures) as DesignPictureName[];

export function getDesignPicture(name: DesignPictureName, language: Language): PictureData {
  const picture: DesignPicture = designPictures[name];
  const largestWidth = Math.min(picture.width, 2000);
  const widths = [480, 672, 800, 960, 1440, largestWidth];
  return { ...picture, name, alt: picture.alt[language], widths };
}

/** The width in px of the JPEG that each picture has. */
export const JPEG_WIDTH = 960;

/** Returns the path in the URL of one of a picture's files. */
export function getPicturePath(
  { name }: Pick<PictureData, 'name'>,
  widthAndExtension: `${number}.${'avif' | 'jpg'}`,
): string {
  // The names of uploaded pictures begin with their folder.
  const folder = name.includes('/') ? '' : 'pictures/';
  return `/${folder}${name}-${widthAndExtension}`;
}
