import type { Schema } from '../tool/schema.ts'
import type { Row } from './sort-rows.ts'
import { Value } from './value.tsx'

export type Column = {
  readonly name: string
  readonly label: string
  readonly schema: Schema
  /** Numbers end in one line, codes have letters of one width, and so has the whole column; one with long words may break them. */
  readonly className: string
}

export const TableRow = ({ columns, row }: { columns: readonly Column[]; row: Row }) => (
  <tr>
    {columns.map(({ name, label, schema, className }) => (
      <td key={name} className={className} data-name={label}>
        <Value value={row[name]} schema={schema} />
      </td>
    ))}
  </tr>
)
