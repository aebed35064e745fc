import { useRef } from 'react'
import { useText } from '../lang.tsx'
import { RowsInView, useShownRows } from '../result/long-rows.tsx'
import { batchText } from '../text/ip-batch.ts'
import { toolText } from '../text/tool.ts'
import { Icon } from '../ui/icon.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import type { BatchColumn } from './batch-columns.ts'
import type { BatchOrder, BatchRow, SortKey } from './batch-row.ts'
import { toUsageWords } from './usage-words.ts'
import { Flag } from '../ui/flag.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'

type TableProps = {
  readonly rows: readonly BatchRow[]
  readonly isShort: boolean
  readonly columns: readonly BatchColumn[]
  readonly order: BatchOrder | undefined
  readonly onOrder: (key: SortKey) => void
}

/** The rows in view of as many as there are. */
export default function BatchTable({ rows, isShort, columns, order, onOrder }: TableProps) {
  const t = useText()
  const scroll = useRef<HTMLDivElement>(null)
  const shown = useShownRows(rows.length, () => scroll.current)
  return (
    <ScrollArea className={`table-scroll batch-scroll ${isShort ? 'short' : ''}`} ref={scroll} label={t(batchText.table)}>
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {columns.map(({ key, label, isNumber }) => (
              <th
                key={key}
                scope="col"
                className={isNumber ? 'number-cell' : ''}
                aria-sort={order?.key === key ? (order.isDown ? 'descending' : 'ascending') : 'none'}
              >
                <button type="button" title={t(toolText.sortBy, { column: t(label) })} onClick={() => onOrder(key)}>
                  {t(label)}
                  {order?.key === key && <Icon name={order.isDown ? 'ChevronDown' : 'ChevronUp'} size={14} />}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <RowsInView shown={shown} span={columns.length}>
            {(index) => {
              const row = rows[index]
              return row && <OneRow key={row.query} index={index} row={row} columns={columns} />
            }}
          </RowsInView>
        </tbody>
      </table>
      {rows.length === 0 && <p className="ip-hint">{t(batchText.noneShown)}</p>}
    </ScrollArea>
  )
}

function OneRow({ row, columns, index }: { row: BatchRow; columns: readonly BatchColumn[]; index: number }) {
  return (
    <tr aria-rowindex={index + 2}>
      {columns.map(({ key, isNumber }) => (
        <td key={key} className={isNumber ? 'number-cell' : ''}>
          <Cell row={row} name={key} />
        </td>
      ))}
    </tr>
  )
}

function Cell({ row, name }: { row: BatchRow; name: SortKey }) {
  const t = useText()
  const value = row[name]
  if (name === 'query')
    return (
      <SiteLink to="/ipdizhi" search={{ ip: row.query }}>
        {row.query}
      </SiteLink>
    )
  if (name === 'country' && row.countryCode)
    return (
      <>
        <Flag code={row.countryCode} width={18} /> {row.country}
      </>
    )
  if (name === 'usage') {
    const words = toUsageWords(row.usage)
    return words ? t(words) : '–'
  }
  if (name === 'organization' && row.error) return <span className="field-error">{row.error}</span>
  return value === null || value === '' ? <span className="none">–</span> : value
}
