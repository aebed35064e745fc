import { useText } from '../lang.tsx'
import type { GuideCell, GuideTable } from './guide.ts'
import { toMarked } from './marked-words.ts'

/** The table of a part; on a phone its rows are cards, in which each value has the name of its column. */
export function GuideRows({ table: { head, rows }, label }: { table: GuideTable; label: string }) {
  const t = useText()
  const toWords = (cell: GuideCell) => toMarked(typeof cell === 'string' ? cell : t(cell))
  return (
    <div className="framed guide-table">
      <table aria-label={label}>
        <thead>
          <tr>
            {head.map((label) => (
              <th key={label.en} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells], at) => (
            <tr key={at}>
              <th scope="row">{toWords(name)}</th>
              {cells.map((cell, column) => (
                <td key={column} data-label={t(head[column + 1]!)}>
                  {toWords(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
