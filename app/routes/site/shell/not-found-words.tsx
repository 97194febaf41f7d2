import type { PageWords } from '#app/content/texts/site-pages.server.ts';
import { ButtonLink } from '#app/ui/forms/button.tsx';

/** The 404 page (ledger L-3): its number is cut and shifted along the kerf. */
export function NotFound({ words }: { words: PageWords['notFound'] }) {
  const { code, heading, text, button } = words;
  return (
    <section className="sheet lost">
      <h1>
        <span className="code" aria-hidden="true">
          <span className="a">{code}</span>
          <span className="b">{code}</span>
        </span>
        <span className="vh">{code}</span>
      </h1>
      <div className="at-main lost__text">
        <p className="title flare">{heading}</p>
        <p className="large">{text}</p>
        <ButtonLink to="/">{button}</ButtonLink>
      </div>
    </section>
  );
}
