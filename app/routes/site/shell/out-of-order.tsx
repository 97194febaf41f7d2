import { useLocation } from 'react-router';
import { ButtonLink } from '#app/ui/forms/button.tsx';
import { MessagePage } from '#app/ui/page/message-page.tsx';
import { useSiteWords } from './use-site-words.ts';

/**
 * What is shown when a page could not be made or fetched. Says nothing about the reason: that is in
 * the log. `to` is the address of a page that only a new document can show.
 */
export function OutOfOrder({ to }: { to?: string }) {
  const { outOfOrder, prefix } = useSiteWords();
  const here = useLocation();
  return (
    <MessagePage title={outOfOrder.title} text={outOfOrder.text} alert fence>
      <ButtonLink to={to ?? here} reloadDocument={to !== undefined}>
        {outOfOrder.again}
      </ButtonLink>
      <a className="quiet" href={prefix || '/'}>
        {outOfOrder.home}
      </a>
    </MessagePage>
  );
}
