import { createContext, use, type ComponentProps, type ReactNode } from 'react';
import { useHydrated } from '#app/components/hydrated.tsx';

// From edge to edge, with a sticky head.
const LIST_TABLE_CLASS =
  'list-table w-full border-b border-line bg-panel leading-note text-ink-2 print:[--color-ink:#000]';

interface TableProps extends ComponentProps<'table'> {
  caption?: string;
  /** The head of each column by its name, which a style sheet finds as `data-column`. */
  columns: Readonly<Record<string, ReactNode>>;
  /** In narrow windows each row is a block. */
  isList?: boolean;
}

/** Whether the rows and cells of the table around them need ARIA roles. */
const RolesContext = createContext(false);

/**
 * A table whose rows `isList` turns into blocks in narrow windows. Browsers drop the table semantics of such rows. A
 * script restores them with ARIA roles, because hundreds of roles in the served HTML would cost bytes. Only Rows and
 * Cells get these roles.
 */
export function Table({
  caption,
  columns,
  isList = false,
  className = '',
  children,
  ...rest
}: TableProps) {
  const hasRoles = useHydrated() && isList;
  const groupRole = hasRoles ? 'rowgroup' : undefined;
  // The server renders this role too: there is only one in each table.
  const tableRole = isList ? 'table' : undefined;

  return (
    <RolesContext value={hasRoles}>
      <table
        className={isList ? `${LIST_TABLE_CLASS} ${className}` : className}
        role={tableRole}
        {...rest}
      >
        {caption && <caption className="sr-only">{caption}</caption>}
        <thead role={groupRole}>
          <Row>
            {Object.entries(columns).map(([name, head]) => (
              <th key={name} scope="col" data-column={name}>
                {head}
              </th>
            ))}
          </Row>
        </thead>
        <tbody role={groupRole}>{children}</tbody>
      </table>
    </RolesContext>
  );
}

/** A row of a Table, with its ARIA role if the table needs roles. */
export function Row(props: ComponentProps<'tr'>) {
  return <tr role={use(RolesContext) ? 'row' : undefined} {...props} />;
}

interface CellProps extends ComponentProps<'td'> {
  /** A key of the table's `columns`. */
  column?: string;
}

/** A cell of a Table, with its ARIA role if the table needs roles. */
export function Cell({ column, ...rest }: CellProps) {
  return <td role={use(RolesContext) ? 'cell' : undefined} data-column={column} {...rest} />;
}
