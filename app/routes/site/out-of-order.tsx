import { outOfOrder } from '#app/content/site-pages.ts';
import { ButtonLink } from '#app/ui/button.tsx';

/** What is shown when a page could not be made. Says nothing about the reason: that is in the log. */
export function OutOfOrder() {
  return (
    <section className="sheet soon soon--lost fence">
      <h1 className="display at-main">{outOfOrder.title}</h1>
      <p className="large at-text">{outOfOrder.text}</p>
      <p className="at-text">
        <ButtonLink to="/">Return Home</ButtonLink>
      </p>
    </section>
  );
}
