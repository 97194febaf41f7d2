import spriteUrl from './drawings.svg?url';

const viewBoxes = {
  nest: '-135.9 -14 358.4 220',
  dovetail: '-25.1 -156 322 276',
  gauge: '-74.4 -196 291.7 306',
  design: '-66.6 -146 185.2 252',
  assessment: '-91.7 -146 216.3 283',
  management: '-96.1 -173.5 244.1 309',
  production: '-83.9 -100 202.5 216',
  quality: '-72.6 -146 191.2 252',
  installation: '-170.5 -218 335.9 322',
};

interface DrawingProps {
  name: keyof typeof viewBoxes;
  className?: string;
}

/** Shows a drawing of the file drawings.svg. Screen readers skip it. */
export function Drawing({ name, className = '' }: DrawingProps) {
  return (
    <svg
      className={`drawing ${className}`}
      viewBox={viewBoxes[name]}
      aria-hidden="true"
      focusable="false"
    >
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  );
}

const DRAWN_BRAND = 'DRYS';

/** Returns whether the letters of a brand are drawn as a path: only those of the sample company, the default, are. */
export const hasDrawnWordmark = (brand: string = DRAWN_BRAND): boolean => brand === DRAWN_BRAND;

interface WordmarkProps {
  brand: string;
  label?: string | undefined;
  className?: string;
}

const DRAWN_WIDTH = 260.81;
const MAX_LETTER_WIDTH = 60;
/** A longer name is set smaller: the header has to hold it on a phone. */
const MAX_TEXT_WIDTH = 420;
const FONT_SIZE_PER_LETTER_WIDTH = 1.5;

/**
 * The name of the company as its logo. Needs WordmarkLettersDefinition in the document; a brand without drawn letters is
 * set in the font of the page. Screen readers skip it without a `label`.
 */
export function Wordmark({ brand, label, className }: WordmarkProps) {
  const hasDrawnLetters = hasDrawnWordmark(brand);
  const letterWidth = Math.min(MAX_LETTER_WIDTH, MAX_TEXT_WIDTH / brand.length);
  const textWidth = letterWidth * brand.length;

  return (
    <svg
      className={className}
      viewBox={`0 -1 ${hasDrawnLetters ? DRAWN_WIDTH : textWidth} 66`}
      fill="currentColor"
      focusable="false"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {hasDrawnLetters ? (
        <>
          {/* The D, cut in two, before the other letters. */}
          <path d="M0 0H26A32 32 0 0 1 37.48 2.13L10.44 64H0Z" />
          <path d="M42.17 4.38A32 32 0 0 1 26 64H16.11Z" />
          <use href="#letters" />
        </>
      ) : (
        <text
          y="64"
          textLength={textWidth}
          lengthAdjust="spacingAndGlyphs"
          fontSize={FONT_SIZE_PER_LETTER_WIDTH * letterWidth}
          fontWeight="700"
        >
          {brand}
        </text>
      )}
    </svg>
  );
}

/** Defines the drawn letters, invisibly and once per document; each Wordmark refers to them. */
export function WordmarkLettersDefinition() {
  return (
    <svg className="absolute size-0" aria-hidden="true" focusable="false">
      <path id="letters" transform="scale(.1)" d={letters} />
    </svg>
  );
}

// In tenths of the mark's units and relative, so that they are short: every document contains them.
const letters =
  'M769 640q6-52 8-101 3-48 3-108v-217q0-61-3-111-2-50-8-103 34 0 74-1 41-1 86-2 45-1 91-1 77 0 130 18 53 19 80 59 27 41 27 110 0 54-22 98-21 45-69 71-47 26-126 26l51-52 90 128q21 30 46 64 24 34 49 66 24 32 45 56h-175q-20-40-40-74-21-35-43-68l-107-160 80 64h-149v-101h110q40 0 67-9 27-10 41-32 14-23 14-62 0-30-9-48-10-18-25-27-15-10-33-13-19-3-37-3h-199l106-86q-6 53-8 103-2 50-2 111v196q0 60 2 108 2 49 8 101zm884-231l-133-248q-21-40-44-77-23-37-57-84h179q13 39 23 66 11 28 21 52 11 25 25 54l45 97h12l44-94q15-31 26-56 11-25 22-53 10-28 23-66h174q-29 41-53 81-24 41-45 80l-133 248zm-13 231q5-52 8-101 3-48 3-108v-135h134v135q0 60 3 108 2 49 8 101zm727 11q-48 0-88-6-40-6-73-14-32-9-57-15l10-126q35 15 72 27 37 12 72 18 35 7 63 7 28-1 51-9 23-8 37-25 13-17 13-43 0-27-17-45-17-17-49-31-31-13-75-26-59-17-101-40-42-22-64-58-22-35-22-91 0-55 25-97 24-42 74-66 49-24 124-24 26 0 55 4 29 4 57 10 29 6 54 12 25 7 43 11l-11 125q-39-17-75-28-35-12-63-17-28-6-45-6-26 1-48 9-22 8-35 24-13 15-13 39 0 24 13 40 13 16 41 28 27 13 70 26 77 23 121 48 45 25 63 60 19 34 19 87 0 57-25 101-25 43-78 67-54 24-138 24z';
