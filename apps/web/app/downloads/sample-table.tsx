import { useText } from '../lang.tsx'
import { downloadsText } from '../text/downloads.ts'

/** A few rows as the files have them. */
export function SampleTable({ rows }: { rows: readonly Readonly<Record<string, unknown>>[] }) {
  const t = useText()
  const names = Object.keys(rows[0] ?? {})
  if (names.length === 0) return <p className="account-note">{t(downloadsText.noSample)}</p>
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={t(downloadsText.sample)}>
      <table className="plain-table">
        <thead>
          <tr>
            {names.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={String(row[names[0]!])}>
              {names.map((name) => (
                <td key={name}>{toWords(row[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function toWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join(' ') : String(value)
}
