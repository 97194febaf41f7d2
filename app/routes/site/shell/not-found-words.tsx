import type { PageWords } from '#app/content/texts/site-pages.server.ts';
import { ButtonLink } from '#app/ui/forms/button.tsx';

/** The 404 page (ledger L-3): its number is cut and shifted along the kerf. */
export function NotFound({ words }: { words: PageWords['notFound'] }) {
  const { code, heading, text, button } = words;
  return (
    <section className="sheet min-h-[88svh] content-center gap-y-stack pt-[calc(var(--spacing-header)+4vw)] pb-section print:min-h-0">
      <h1>
        <span
          className="relative ms-[-0.06em] block w-fit text-[min(34vw,34rem)]/[0.8] font-[250] tracking-[-0.05em]"
          aria-hidden="true"
        >
          <span className="block [clip-path:polygon(-10%_-10%,61%_-10%,26%_110%,-10%_110%)]">
            {code}
          </span>
          <span className="absolute inset-0 block [translate:0.035em_0.03em] [clip-path:polygon(62%_-10%,110%_-10%,110%_110%,27%_110%)]">
            {code}
          </span>
        </span>
        <span className="sr-only">{code}</span>
      </h1>
      <div className="grid justify-items-start gap-5 md:col-main">
        <p className="text-title font-heading text-balance flare">{heading}</p>
        <p className="text-large">{text}</p>
        <ButtonLink to="/">{button}</ButtonLink>
      </div>
    </section>
  );
}
