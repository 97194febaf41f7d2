import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import { useScripted } from '#app/components/scripted.tsx';

// From edge to edge, its head in sight; without room each row is a block.
const LIST =
  'list-table w-full border-b border-line bg-panel leading-note text-ink-2 print:[--color-ink:#000]';

interface TableProps extends ComponentProps<'table'> {
  caption?: string;
  columns: readonly ReactNode[];
  isList?: boolean;
}

const HasRoles = createContext(false);

/**
 * Rows and cells are told to be what they are where a narrow window shows them as blocks: by a script,
 * because a page has hundreds of them.
 */
export function Table({
  caption,
  columns,
  isList = false,
  className = '',
  children,
  ...rest
}: TableProps) {
  const hasRoles = useScripted() && isList;
  const group = hasRoles ? 'rowgroup' : undefined;
  return (
    <HasRoles value={hasRoles}>
      <table
        className={isList ? `${LIST} ${className}` : className}
        role={isList ? 'table' : undefined}
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
