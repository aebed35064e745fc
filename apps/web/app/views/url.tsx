import { useText } from '../lang.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { ResultTable } from '../result/result-table.tsx'
import { TextOutput } from '../result/text-output.tsx'
import { urlText } from '../text/dev-url.ts'
import { toolText } from '../text/tool.ts'
import { unwrap, type Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import { Button } from '../ui/button.tsx'
import { readQuery, writeQuery, type QueryRow } from '../dev/url-query.ts'
import '../dev/small.css'

type Input = { readonly text: string; readonly action: string }
type Output = {
  readonly text: string
  readonly action: string
  readonly parts?: readonly Readonly<Record<string, unknown>>[]
  readonly query?: readonly { name: string; isTracking: boolean }[]
  readonly notes: readonly string[]
}

/** A URL in its parts, its parameters in fields: what is typed there goes back into the URL at once. */
export function Result(tool: ToolState<Input, Output>) {
  const t = useText()
  const { input, result, setInput, card } = tool
  if (!result?.parts) return <ResultPane {...(tool as ToolState)} />
  const properties = (card.output as Schema).properties ?? {}
  // Read from the text as it stands: the result follows a moment after the last key.
  const query = readQuery(input.text)
  const tracking = new Set(result.query?.filter(({ isTracking }) => isTracking).map(({ name }) => name))
  const change = (rows: readonly QueryRow[]) => setInput({ text: writeQuery(input.text, rows), action: 'parse' })
  const replace = (at: number, part: Partial<QueryRow>) =>
    change(query.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <>
      <header className="pane-head">
        <h2>{t(toolText.output)}</h2>
      </header>
      <div className="result">
        <TextOutput text={result.text} language="" label={t(toolText.output)} />
        {result.notes.length > 0 && (
          <ul className="small-body">
            {result.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        <ResultTable schema={unwrap(properties.parts ?? {}).items ?? {}} rows={result.parts} />
        <section className="url-query">
          <header className="small-head">
            <h3>{t(urlText.parameters)}</h3>
            <span>
              {query.some(({ name }) => tracking.has(name)) && (
                <Button kind="ghost" icon="Trash" onClick={() => change(query.filter(({ name }) => !tracking.has(name)))}>
                  {t(urlText.dropTracking)}
                </Button>
              )}
              <Button kind="ghost" icon="Plus" onClick={() => change([...query, { name: 'name', value: '' }])}>
                {t(urlText.add)}
              </Button>
            </span>
          </header>
          <ul>
            {query.map(({ name, value }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- names may repeat
              <li key={index}>
                <input
                  aria-label={t(urlText.nameOf, { count: index + 1 })}
                  spellCheck={false}
                  value={name}
                  onChange={(event) => replace(index, { name: event.target.value })}
                />
                <input
                  aria-label={t(urlText.valueOf, { name })}
                  spellCheck={false}
                  value={value}
                  onChange={(event) => replace(index, { value: event.target.value })}
                />
                <Button kind="ghost" icon="X" isIconOnly onClick={() => change(query.filter((_, at) => at !== index))}>
                  {t(urlText.remove, { name })}
                </Button>
                {tracking.has(name) && <span className="quiet">{t(urlText.tracking)}</span>}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}
