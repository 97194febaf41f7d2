interface ContactHeadProps {
  heading: string;
  sketch: { name: string; width: number; height: number };
}

/** The heading beside a drawing that is not wood yet. */
export function ContactHead({ heading, sketch }: ContactHeadProps) {
  const source = (width: number) => `/drawings/${sketch.name}-${width}.png`;
  return (
    <section className="sheet gap-y-stack pt-[calc(var(--spacing-header)+clamp(2.5rem,7vw,7.5rem))] pb-[clamp(2rem,4.5vw,4.5rem)] lg:mb-[clamp(2rem,4.5vw,4.5rem)] lg:items-end lg:pt-[calc(var(--spacing-header)+1rem)] lg:pb-0 print:pt-0 print:pb-[8mm]">
      <h1 className="text-display lg:relative lg:col-[start/9] lg:row-1 lg:pb-[0.35em]">
        {heading}
      </h1>
      <img
        className="col-[8/full-end] row-1 aspect-[16/9.6] w-full object-cover object-[40%_60%] max-lg:hidden print:hidden"
        src={source(720)}
        srcSet={`${source(720)} 720w, ${source(1440)} 1440w`}
        sizes="(min-width: 64rem) 50vw, 0px"
        width={sketch.width}
        height={sketch.height}
        alt=""
        decoding="async"
        loading="lazy"
      />
    </section>
  );
}
