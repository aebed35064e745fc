import { useRef } from 'react'
import { RowsInView, useShownRows } from './long-rows.tsx'
import type { Row } from './sort-rows.ts'
import { TableRow, type Column } from './table-row.tsx'

/** The rows of a long table that are in view. */
export default function LongBody({ columns, rows }: { columns: readonly Column[]; rows: readonly Row[] }) {
  const body = useRef<HTMLTableSectionElement>(null)
  const shown = useShownRows(rows.length, () => body.current?.closest('.table-scroll') ?? null)
  return (
    <tbody ref={body}>
      <RowsInView shown={shown} span={columns.length}>
        {(index) => {
          const row = rows[index]
          return row && <TableRow key={index} columns={columns} row={row} />
        }}
      </RowsInView>
    </tbody>
  )
}
