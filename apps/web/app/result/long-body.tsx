import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { TableRow, type Column } from './result-table.tsx'
import type { Row } from './sort-rows.ts'

const ROW_PX = 36

/** The rows of a long table that are in view, with empty rows in place of the others. */
export default function LongBody({ columns, rows }: { columns: readonly Column[]; rows: readonly Row[] }) {
  const body = useRef<HTMLTableSectionElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    getScrollElement: () => body.current?.closest('.table-scroll') ?? null,
    overscan: 12,
  })
  const shown = virtual.getVirtualItems()
  const before = shown[0]?.start ?? 0
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <tbody ref={body}>
      <Gap heightPx={before} span={columns.length} />
      {shown.map(({ index }) => {
        const row = rows[index]
        return row && <TableRow key={index} columns={columns} row={row} />
      })}
      <Gap heightPx={after} span={columns.length} />
    </tbody>
  )
}

const Gap = ({ heightPx, span }: { heightPx: number; span: number }) => (
  <tr aria-hidden="true">
    <td colSpan={span} className="gap" style={{ height: heightPx }} />
  </tr>
)
