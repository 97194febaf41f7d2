import { createContext, use, type ComponentProps, type ReactNode } from 'react';

interface TableProps extends ComponentProps<'table'> {
  caption?: string;
  /** The head of each column by its name, which a style sheet finds as `data-column`. */
  columns: Readonly<Record<string, ReactNode>>;
  /** Gives it, its Rows and its Cells the ARIA roles of a table. */
  hasRoles?: boolean;
}

/** Whether the rows and cells of the table around them need ARIA roles. */
const RolesContext = createContext(false);

/** Needs `hasRoles` where a style sheet turns its rows into blocks: browsers then drop the semantics of the table. */
export function Table({ caption, columns, hasRoles = false, children, ...rest }: TableProps) {
  const groupRole = hasRoles ? 'rowgroup' : undefined;

  return (
    <RolesContext value={hasRoles}>
      <table role={hasRoles ? 'table' : undefined} {...rest}>
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

export function Row(props: ComponentProps<'tr'>) {
  return <tr role={use(RolesContext) ? 'row' : undefined} {...props} />;
}

interface CellProps extends ComponentProps<'td'> {
  /** A key of the table's `columns`. */
  column?: string;
}

export function Cell({ column, ...rest }: CellProps) {
  return <td role={use(RolesContext) ? 'cell' : undefined} data-column={column} {...rest} />;
}
