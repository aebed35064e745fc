import { Suspense, useMemo, useState } from 'react'
import { late } from '../late.tsx'
import { useLang, useText } from '../lang.tsx'
import { toolText } from '../text/tool.ts'
import type { Schema } from '../tool/schema.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { toCsv } from './csv.ts'
import { SaveXlsxButton } from './save-xlsx-button.tsx'
import { sortRows, type Row, type SortOrder } from './sort-rows.ts'
import { toColumns } from './table-columns.ts'
import { TableRow } from './table-row.tsx'
import { useStacked } from './use-stacked.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'

/** More rows than this are drawn only where they are seen. */
const MAX_PLAIN_ROWS = 200

const LongBody = late(() => import('./long-body.tsx'))
const SortField = late(() => import('./sort-field.tsx'))

/** Objects as a table: a click on a heading sorts, a field where there are none, and long ones scroll in place. */
export function ResultTable({ schema, rows, label }: { schema: Schema; rows: readonly Row[]; label?: string }) {
  const t = useText()
  const lang = useLang()
  const [order, setOrder] = useState<SortOrder>()
  const columns = useMemo(() => toColumns(schema, rows, t), [schema, rows, t])
  const sorted = useMemo(() => sortRows(rows, order), [rows, order])
  const isLong = rows.length > MAX_PLAIN_ROWS
  const { ref, isStacked, isStackedFirst } = useStacked(rows, columns.length)
  return (
    <div className="table-part">
      <div className="table-head">
        <span className="quiet">{t(toolText.rows, { count: rows.length.toLocaleString('en') })}</span>
        <span className="table-actions">
          <CopyButton label="CSV" text={() => toCsv(columns, sorted, lang)} />
          <SaveXlsxButton toTable={() => ({ name: label ?? t(toolText.output), columns, rows: sorted })} />
        </span>
      </div>
      {isStacked && rows.length > 1 && (
        <Suspense>
          <SortField columns={columns} order={order} onOrder={setOrder} />
        </Suspense>
      )}
      <ScrollArea
        ref={ref}
        data-stacked={isStackedFirst ? '' : undefined}
        className={`table-scroll ${isLong ? 'long' : ''}`}
        label={label ?? t(toolText.output)}
      >
        <table>
          <thead>
            <tr>
              {columns.map(({ name, label, className }) => (
                <th
                  key={name}
                  scope="col"
                  className={className}
                  aria-sort={order?.name === name ? (order.isDown ? 'descending' : 'ascending') : 'none'}
                >
                  <button
                    type="button"
                    title={t(toolText.sortBy, { column: label })}
                    onClick={() => setOrder({ name, isDown: order?.name === name && !order.isDown })}
                  >
                    {label}
                    {order?.name === name && <Icon name={order.isDown ? 'ChevronDown' : 'ChevronUp'} size={14} />}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          {isLong ? (
            <Suspense>
              <LongBody columns={columns} rows={sorted} />
            </Suspense>
          ) : (
            <tbody>
              {sorted.map((row, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- rows have no keys of their own
                <TableRow key={index} columns={columns} row={row} />
              ))}
            </tbody>
          )}
        </table>
      </ScrollArea>
    </div>
  )
}
