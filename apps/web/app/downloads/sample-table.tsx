import { useText } from '../lang.tsx'
import { downloadsText } from '../text/downloads.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'

/** A few rows as the files have them. */
export function SampleTable({ rows }: { rows: readonly Readonly<Record<string, unknown>>[] }) {
  const t = useText()
  const names = Object.keys(rows[0] ?? {})
  if (names.length === 0) return <p className="account-note">{t(downloadsText.noSample)}</p>
  return (
    <ScrollArea label={t(downloadsText.sample)}>
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
    </ScrollArea>
  )
}

function toWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join(' ') : String(value)
}
