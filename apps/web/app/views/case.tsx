import { useText } from '../lang.tsx'
import { Value } from '../result/value.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { toolText } from '../text/tool.ts'
import { unwrap, type Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import { ResultTable } from '../result/result-table.tsx'
import '../dev/small.css'

type Rows = readonly Readonly<Record<string, unknown>>[]
type Output = { readonly text: string; readonly rows?: Rows; readonly cases?: Rows }

/** A longer result is a text, not a headline. */
const MAX_LARGE_CHARS = 120

/** The result large, then every other spelling of it. */
export function Result(tool: ToolState<unknown, Output>) {
  const t = useText()
  const { result, card, isRunning, error } = tool
  if (!result || result.text.length > MAX_LARGE_CHARS || result.text.includes('\n'))
    return <ResultPane {...(tool as ToolState)} />
  const toRow = (name: 'rows' | 'cases') => unwrap((card.output as Schema).properties?.[name] ?? {}).items ?? {}
  return (
    <>
      <header className="pane-head">
        <h2>{t(toolText.output)}</h2>
      </header>
      <div className={`result ${isRunning ? 'is-running' : ''} ${error ? 'is-stale' : ''}`}>
        <p className="case-main">
          <Value value={result.text} schema={{}} />
        </p>
        {result.rows && <ResultTable schema={toRow('rows')} rows={result.rows} />}
        {result.cases && <ResultTable schema={toRow('cases')} rows={result.cases} />}
      </div>
    </>
  )
}
