import { Link } from 'react-router';
import { useShortcut } from '#app/routes/admin/desk/keys/use-shortcut.ts';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';

interface EnquiryNavigationProps {
  newer: string | null | 0;
  older: string | null | 0;
  close: string;
}

/** From an open enquiry to its neighbours in the list, and back to the list. */
export function EnquiryNavigation({ newer, older, close }: EnquiryNavigationProps) {
  const { enquiry: words } = useDeskWords();
  return (
    <nav className="detail__nav" aria-label={words.enquiries}>
      <Neighbour to={newer} rel="prev" label={words.newer} keys="k ArrowLeft" />
      <Neighbour to={older} rel="next" label={words.older} keys="j ArrowRight" />
      <Link className="x" to={close} preventScrollReset aria-label={words.close} />
    </nav>
  );
}

interface NeighbourProps {
  to: string | null | 0;
  rel: 'prev' | 'next';
  label: string;
  keys: string;
}

function Neighbour({ to, rel, label, keys }: NeighbourProps) {
  const shortcut = useShortcut(keys);
  if (!to) return null;
  return (
    <Link className="arrow" rel={rel} to={to} preventScrollReset replace {...shortcut}>
      <span className="vh">{label}</span>
    </Link>
  );
}
