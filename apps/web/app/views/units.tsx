import { Digits } from '../dev/digits.tsx'
import { useText } from '../lang.tsx'
import { toCsv } from '../result/csv.ts'
import { ResultPane } from '../result/result-pane.tsx'
import { ResultTable } from '../result/result-table.tsx'
import { toColumns } from '../result/table-columns.ts'
import { Value } from '../result/value.tsx'
import { unitsText } from '../text/dev-units.ts'
import { toolText } from '../text/tool.ts'
import { unwrap, type Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import { CopyButton } from '../ui/copy-button.tsx'

type Row = {
  readonly unit: string
  readonly symbol: string
  readonly value: string
  readonly isExact: boolean
  readonly system: string
}
type Input = { readonly text: string; readonly to: string }
type Output = {
  readonly text: string
  readonly readAs: string
  readonly equation: string
  readonly value: string
  readonly unit: string
  readonly isExact: boolean
  readonly others?: readonly { readonly reading: string; readonly result: string; readonly text: string }[]
  readonly rows: readonly Row[]
  readonly definitions: readonly Readonly<Record<string, string>>[]
}

/** Families of so many units stay in one column. */
const MAX_UNBROKEN = 10

/** The wanted unit large, what else the text may mean, then every unit under its system; a click on a unit wants that one. */
export function Result(tool: ToolState<Input, Output>) {
  const t = useText()
  const { result, card, isRunning, error, setInput, lang } = tool
  if (!result) return <ResultPane {...(tool as ToolState)} />
  const properties = (card.output as Schema).properties ?? {}
  const toRow = (name: string) => unwrap(properties[name] ?? {}).items ?? {}
  const systems = unwrap(toRow('rows').properties?.system ?? {}).options ?? {}
  const groups = Object.entries(systems).flatMap(([id, name]) => {
    const rows = result.rows.filter(({ system }) => system === id)
    return rows.length > 0 ? [{ id, name: t(name), rows }] : []
  })
  return (
    <>
      <header className="pane-head">
        <h2>{t(toolText.output)}</h2>
        <CopyButton label="CSV" text={() => toCsv(toColumns(toRow('rows'), result.rows, t), result.rows, lang)} />
      </header>
      <div className={`result answer ${isRunning ? 'is-running' : ''} ${error ? 'is-stale' : ''}`}>
        <div className="answer-main">
          <p className="answer-value">
            <Digits value={result.value} isExact={result.isExact} /> <span className="unit">{result.unit}</span>
          </p>
          <p className="quiet">
            <Value value={result.equation} schema={{}} /> · {result.readAs}
          </p>
        </div>
        {result.others && (
          <section className="units-others">
            <h3>{t(unitsText.others)}</h3>
            <ul>
              {result.others.map(({ reading, result: value, text }) => (
                <li key={text}>
                  <button type="button" className="link" onClick={() => setInput({ text, to: '' })}>
                    {reading}
                  </button>
                  {' → '}
                  <Value value={value} schema={{}} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <div className="units-groups">
          {groups.map(({ id, name, rows }) => (
            <section key={id} aria-label={name} className={rows.length <= MAX_UNBROKEN ? 'short' : ''}>
              {groups.length > 1 && <h3>{name}</h3>}
              <dl className="answer-rows">
                {rows.map(({ unit, symbol, value, isExact }) => (
                  <div key={symbol} className={symbol === result.unit ? 'wanted' : ''}>
                    <dt>
                      <button type="button" title={t(unitsText.wanted, { unit })} onClick={() => setInput({ to: symbol })}>
                        {unit}
                        {symbol !== unit && <span className="mono">{symbol}</span>}
                      </button>
                    </dt>
                    <dd>
                      <Digits value={value} isExact={isExact} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        {result.definitions.length > 0 && (
          <section className="units-sources">
            <h3>{t(unitsText.sources)}</h3>
            <ResultTable schema={toRow('definitions')} rows={result.definitions} label={t(unitsText.sources)} />
          </section>
        )}
      </div>
    </>
  )
}
