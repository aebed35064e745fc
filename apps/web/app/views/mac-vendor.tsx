import type { MacRow } from '@octet/tools/lookup/mac-vendor/row.ts'
import { useText } from '../lang.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { Value } from '../result/value.tsx'
import { unwrap, type Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import './mac-vendor.css'

type Output = { readonly text: string; readonly rows?: readonly MacRow[] }

/** More addresses than these are a table. */
const MAX_CARDS = 12
const FACTS = ['block', 'country', 'address', 'scope', 'cast', 'eui64', 'linkLocal'] as const

/** A few addresses as cards with the maker large; many as a table. */
export function Result(tool: ToolState<unknown, Output>) {
  const t = useText()
  const { result, card, isRunning, error } = tool
  const rows = result?.rows
  if (!rows || rows.length > MAX_CARDS) return <ResultPane {...(tool as ToolState)} />
  const words = unwrap((card.output as Schema).properties?.rows ?? {}).items?.properties ?? {}
  return (
    <ul className={`result mac-cards ${isRunning ? 'is-running' : ''} ${error ? 'is-stale' : ''}`}>
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an address may be there twice
        <li key={index}>
          <p className="mono quiet">{row.mac}</p>
          {(row.vendor || !row.note) && (
            <p className="mac-vendor">{row.vendor ? <Value value={row.vendor} schema={{}} /> : '–'}</p>
          )}
          {row.note && <p className="quiet">{row.note}</p>}
          <dl>
            {FACTS.filter((name) => row[name]).map((name) => (
              <div key={name}>
                <dt>{words[name]?.label ? t(words[name].label) : name}</dt>
                <dd className={name === 'eui64' || name === 'linkLocal' || name === 'block' ? 'mono' : ''}>
                  <Value value={row[name]} schema={{}} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
