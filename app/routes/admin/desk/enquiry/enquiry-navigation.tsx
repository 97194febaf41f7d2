import { Link } from 'react-router';
import { useShortcut } from '#app/routes/admin/desk/keys/use-shortcut.ts';
import { useDeskWords } from '#app/routes/admin/frame/words.ts';

interface EnquiryNavigationProps {
  newer: string | null | 0;
  older: string | null | 0;
  close: string;
}

/** From an open enquiry to its neighbours in the list, and back to the list. */
export function EnquiryNavigation({ newer, older, close }: EnquiryNavigationProps) {
  const { enquiry: words } = useDeskWords();
  return (
    <nav className="flex flex-none print:hidden" aria-label={words.enquiries}>
      <Neighbour to={newer} rel="prev" label={words.newer} keys="k ArrowLeft" />
      <Neighbour to={older} rel="next" label={words.older} keys="j ArrowRight" />
      <Link className="cross" to={close} preventScrollReset aria-label={words.close} />
    </nav>
  );
}

const look =
  'inline-grid size-target place-items-center before:size-3 before:border-current before:border-b-[1.5px] before:border-l-[1.5px]';

interface NeighbourProps {
  to: string | null | 0;
  rel: 'prev' | 'next';
  label: string;
  keys: string;
}

function Neighbour({ to, rel, label, keys }: NeighbourProps) {
  const shortcut = useShortcut(keys);
  if (!to) return null;
  const way =
    rel === 'prev'
      ? 'before:translate-x-[0.15rem] before:rotate-45'
      : 'before:-translate-x-[0.15rem] before:-rotate-135';
  return (
    <Link className={`${look} ${way}`} rel={rel} to={to} preventScrollReset replace {...shortcut}>
      <span className="sr-only">{label}</span>
    </Link>
  );
}
