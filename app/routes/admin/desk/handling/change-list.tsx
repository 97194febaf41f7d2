import { DrawerHeading } from '#app/routes/admin/desk/drawer/drawer-heading.tsx';

interface ChangeListProps {
  title: string;
  changes: readonly { id: number; who: string; time: string; said: string }[];
}

/** What was changed, by whom and when; nothing where nothing was. */
export function ChangeList({ title, changes }: ChangeListProps) {
  if (changes.length === 0) return null;
  return (
    <>
      <DrawerHeading>{title}</DrawerHeading>
      <ol className="p-0">
        {changes.map(({ id, who, time, said }) => (
          <li
            key={id}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line py-[0.6rem] print:break-inside-avoid print:py-[2mm]"
          >
            {said}{' '}
            <span className="text-ink-3">
              {who} <span className="slash">/</span> {time}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
