import type { HomeWords } from '#app/content/texts/home.server.ts';
import { CutLink } from '#app/ui/cut-link.tsx';
import { SectionLabel } from '#app/ui/page/section-label.tsx';
import { Picture, type PictureData } from '#app/ui/picture.tsx';
import { SlashText } from '#app/ui/slash.tsx';

/** How wide the picture of the factory is shown. */
export const factorySizes = '(min-width: 64rem) 42vw, (min-width: 48rem) 75vw, 100vw';

interface Claim {
  value: string;
  unit: string;
  label: string;
}

interface WhoWeAreProps {
  words: HomeWords['about'];
  claims: readonly Claim[];
  picture: PictureData;
}

/** Who the company is, and its claims in numbers (ledger H-2, P-2). */
export function WhoWeAre({ words, claims, picture }: WhoWeAreProps) {
  const { kicker, heading, lede, text, link, linkTo } = words;
  return (
    <section
      className="fence sheet gap-y-[clamp(2.5rem,6vw,6rem)] py-section"
      aria-labelledby="who"
    >
      <SectionLabel heading id="who">
        {kicker} <SlashText /> {heading}
      </SectionLabel>
      <p className="text-title/[1.12] font-[320] tracking-tight flare md:col-main forced-colors:leading-control">
        {lede}
      </p>
      <div className="grid content-end justify-items-start gap-6 md:col-main lg:col-[5/9] lg:pe-gutter">
        <p>{text}</p>
        <CutLink to="/about" block>
          {link} <span className="sr-only">{linkTo}</span>
        </CutLink>
      </div>
      <div className="col-[start/full-end] [--ratio:4/3] md:col-main-bleed lg:col-[9/full-end]">
        <Picture picture={picture} sizes={factorySizes} />
      </div>
      <dl className="grid grid-cols-1 gap-y-8 md:col-main md:grid-cols-subgrid">
        {claims.map((claim) => (
          <Fact key={claim.label} {...claim} />
        ))}
      </dl>
    </section>
  );
}

/** A number, as large as its column is wide, over what it counts. */
function Fact({ value, unit, label }: Claim) {
  return (
    <div className="@container flex flex-col-reverse justify-end gap-2 border-t border-ink pt-4 md:col-span-3 print:break-inside-avoid">
      <dt className="max-w-[16em] leading-note text-ink-2">{label}</dt>
      <dd className="text-display/none font-light tracking-[-0.03em] whitespace-nowrap flare md:text-[min(var(--text-display),27cqi)] large-letters:whitespace-normal">
        {value}
        {unit && (
          <small className="ms-[0.12em] text-[0.42em] font-normal tracking-none">{unit}</small>
        )}
      </dd>
    </div>
  );
}
