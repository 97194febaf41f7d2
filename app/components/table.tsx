import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import { useScripted } from '#app/components/scripted.tsx';

const looks = {
  plain:
    'w-full [&_th]:py-2 [&_th]:text-start [&_th]:font-medium [&_thead]:text-ink-3 [&_tr]:border-b [&_tr]:border-line [&_thead_tr]:border-ink [&_td]:py-2',
  // From edge to edge, its head in sight; without room each row is a block.
  list: 'list-table w-full border-b border-line bg-panel leading-note text-ink-2 print:[--color-ink:#000]',
};

interface TableProps extends ComponentProps<'table'> {
  caption?: string;
  columns: readonly ReactNode[];
  variant?: keyof typeof looks;
}

const Scripted = createContext(false);

/**
 * Rows and cells are told to be what they are where a narrow window shows them as blocks: by a script,
 * because a page has hundreds of them.
 */
export function Table({
  caption,
  columns,
  variant = 'plain',
  className = '',
  children,
  ...rest
}: TableProps) {
  const scripted = useScripted();
  const group = scripted ? 'rowgroup' : undefined;
  return (
    <Scripted value={scripted}>
      <table className={`${looks[variant]} ${className}`.trim()} role="table" {...rest}>
        {caption && <caption className="sr-only">{caption}</caption>}
        <thead role={group}>
          <Row>
            {columns.map((column, at) => (
              <th key={at} scope="col">
                {column}
              </th>
            ))}
          </Row>
        </thead>
        <tbody role={group}>{children}</tbody>
      </table>
    </Scripted>
  );
}

export function Row(props: ComponentProps<'tr'>) {
  return <tr role={use(Scripted) ? 'row' : undefined} {...props} />;
}

export function Cell(props: ComponentProps<'td'>) {
  return <td role={use(Scripted) ? 'cell' : undefined} {...props} />;
}
