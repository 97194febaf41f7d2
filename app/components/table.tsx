import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import { useScripted } from '#app/components/scripted.tsx';

const looks = {
  // What is counted, and its numbers at the end of the line; a cell may say otherwise.
  figures: [
    'w-full [:where(&_tr)]:border-b [:where(&_th,&_td)]:py-2',
    '[:where(&_thead_tr)]:border-ink [:where(&_thead_tr)]:text-ink-3 [:where(&_thead_th)]:font-medium',
    '[:where(&_tbody_tr)]:border-line [:where(&_tbody_th)]:font-normal',
    '[:where(&_tr>*+*)]:ps-4 [:where(&_tr>*+*)]:text-end',
    '[:where(&_tr>:first-child)]:w-full [:where(&_tr>:first-child)]:text-start',
  ].join(' '),
  // From edge to edge, its head in sight; without room each row is a block.
  list: 'list-table w-full border-b border-line bg-panel leading-note text-ink-2 print:[--color-ink:#000]',
};

interface TableProps extends ComponentProps<'table'> {
  caption?: string;
  columns: readonly ReactNode[];
  variant: keyof typeof looks;
}

const HasRoles = createContext(false);

/**
 * Rows and cells are told to be what they are where a narrow window shows them as blocks: by a script,
 * because a page has hundreds of them.
 */
export function Table({
  caption,
  columns,
  variant,
  className = '',
  children,
  ...rest
}: TableProps) {
  const hasRoles = useScripted() && variant === 'list';
  const group = hasRoles ? 'rowgroup' : undefined;
  return (
    <HasRoles value={hasRoles}>
      <table
        className={`${looks[variant]} ${className}`.trim()}
        role={variant === 'list' ? 'table' : undefined}
        {...rest}
      >
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
    </HasRoles>
  );
}

export function Row(props: ComponentProps<'tr'>) {
  return <tr role={use(HasRoles) ? 'row' : undefined} {...props} />;
}

export function Cell(props: ComponentProps<'td'>) {
  return <td role={use(HasRoles) ? 'cell' : undefined} {...props} />;
}
