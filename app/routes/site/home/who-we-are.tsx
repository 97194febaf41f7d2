import type { HomeWords } from '#app/content/texts/home.server.ts';
import { CutLink } from '#app/ui/cut-link.tsx';
import { Picture, type PictureData } from '#app/ui/picture.tsx';
import { SlashText } from '#app/ui/slash.tsx';

/** How wide the picture of the factory is shown. */
export const factorySizes = '(min-width: 64rem) 42vw, (min-width: 48rem) 75vw, 100vw';

interface WhoWeAreProps {
  words: HomeWords['about'];
  claims: readonly { value: string; unit: string; label: string }[];
  picture: PictureData;
}

/** Who the company is, and its claims in numbers (ledger H-2, P-2). */
export function WhoWeAre({ words, claims, picture }: WhoWeAreProps) {
  const { kicker, heading, lede, text, link, linkTo } = words;
  return (
    <section className="section who fence sheet" aria-labelledby="who">
      <h2 className="label at-label" id="who">
        {kicker} <SlashText /> {heading}
      </h2>
      <p className="lead at-main">{lede}</p>
      <div className="who__text">
        <p>{text}</p>
        <CutLink to="/about" block>
          {link} <span className="vh">{linkTo}</span>
        </CutLink>
      </div>
      <div className="who__pic">
        <Picture picture={picture} sizes={factorySizes} />
      </div>
      <dl className="facts">
        {claims.map(({ value, unit, label }) => (
          <div className="fact" key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {unit && <small>{unit}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
