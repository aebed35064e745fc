import { useText } from '../lang.tsx'
import { sortText } from '../text/sort-field.ts'
import type { SortOrder } from './sort-rows.ts'
import type { Column } from './table-row.tsx'

type SortFieldProps = {
  readonly columns: readonly Column[]
  readonly order: SortOrder | undefined
  readonly onOrder: (order: SortOrder | undefined) => void
}

/** The order of a table whose headings are not drawn. */
export default function SortField({ columns, order, onOrder }: SortFieldProps) {
  const t = useText()
  const orders = columns.flatMap(({ name, label }) => [
    { order: { name, isDown: false }, words: t(sortText.sortUp, { column: label }) },
    { order: { name, isDown: true }, words: t(sortText.sortDown, { column: label }) },
  ])
  const chosen = orders.findIndex((other) => other.order.name === order?.name && other.order.isDown === order.isDown)
  return (
    <label className="sort-field">
      {t(sortText.sort)}
      <select value={chosen} onChange={({ target }) => onOrder(orders[Number(target.value)]?.order)}>
        <option value={-1}>{t(sortText.unsorted)}</option>
        {orders.map(({ words }, index) => (
          <option key={words} value={index}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
