interface ContactHeadProps {
  heading: string;
  sketch: { name: string; width: number; height: number };
}

/** The heading beside a drawing that is not wood yet. */
export function ContactHead({ heading, sketch }: ContactHeadProps) {
  const source = (width: number) => `/drawings/${sketch.name}-${width}.png`;
  return (
    <section className="pagehead pagehead--drawn sheet">
      <h1 className="display">{heading}</h1>
      <img
        className="sketch"
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
