import sheet from './drawings.svg?url';

const boxes = {
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
  name: keyof typeof boxes;
  className?: string;
}

/** A line drawing, as decoration. All come as one file, which weighs on no page. */
export function Drawing({ name, className = '' }: DrawingProps) {
  return (
    <svg
      className={`drawing ${className}`}
      viewBox={boxes[name]}
      aria-hidden="true"
      focusable="false"
    >
      <use href={`${sheet}#${name}`} />
    </svg>
  );
}
