import { useLocation } from 'react-router';
import { outOfOrder } from '#app/content/texts/site-pages.ts';
import { ButtonLink } from '#app/ui/forms/button.tsx';

/**
 * What is shown when a page could not be made or fetched. Says nothing about the reason: that is in
 * the log. `to` is the address of a page that only a new document can show.
 */
export function OutOfOrder({ to }: { to?: string }) {
  const here = useLocation();
  return (
    <section className="sheet soon soon--lost fence" role="alert">
      <h1 className="display at-main">{outOfOrder.title}</h1>
      <p className="large at-text">{outOfOrder.text}</p>
      <p className="at-text soon__ways">
        <ButtonLink to={to ?? here} reloadDocument={to !== undefined}>
          {outOfOrder.again}
        </ButtonLink>
        <a className="quiet" href="/">
          {outOfOrder.home}
        </a>
      </p>
    </section>
  );
}
