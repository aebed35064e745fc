import { useState } from 'react'
import { useText } from '../lang.tsx'
import { toPlace } from '../catalogue.ts'
import type { ToolState } from '../tool/view.ts'
import { toolText } from '../text/tool.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { toJsonText } from './main-text.ts'
import { ResultView } from './result-view.tsx'

/** The result as the schema describes it, or as JSON. Nothing where an error stands in place of a first result. */
export function ResultPane(tool: ToolState) {
  const t = useText()
  const [isJson, setJson] = useState(false)
  const { card, result, isRunning, error } = tool
  if (error && result === undefined) return null
  return (
    <>
      <header className="pane-head">
        <h2>{t(toolText.output)}</h2>
        <span className="segments small" role="group" aria-label={t(toolText.viewAs)}>
          <button type="button" aria-pressed={!isJson} onClick={() => setJson(false)}>
            {t(toolText.view)}
          </button>
          <button type="button" aria-pressed={isJson} onClick={() => setJson(true)}>
            {t(toolText.json)}
          </button>
        </span>
      </header>
      <div
        className={`result ${isRunning ? 'is-running' : ''} ${error && result !== undefined ? 'is-stale' : ''}`}
        aria-busy={isRunning}
      >
        {result === undefined ? (
          <EmptyResult {...tool} />
        ) : isJson ? (
          <JsonText value={result} />
        ) : (
          <ResultView schema={card.output} value={result} />
        )}
      </div>
    </>
  )
}

function JsonText({ value }: { value: unknown }) {
  const text = toJsonText(value)
  return (
    <div className="text-output">
      <pre tabIndex={0}>{text}</pre>
      <CopyButton isIconOnly text={text} />
    </div>
  )
}

/** Before the first run: what the tool makes of its first example. */
function EmptyResult({ card, lang, fields }: ToolState) {
  const t = useText()
  const example = card.examples.find(({ output }) => output !== undefined)
  const main = fields.find(({ isMain }) => isMain)?.name ?? ''
  const shown = (example?.input as Record<string, unknown> | undefined)?.[main]
  return (
    <div className="empty">
      <p>{t(toPlace(card) === 'here' ? toolText.emptyHere : toolText.emptyThere)}</p>
      {example && typeof shown === 'string' && shown.length < 200 && (
        <div className="empty-example">
          <p className="quiet">{t(toolText.emptyExample)}</p>
          <pre>{shown}</pre>
          <p className="quiet">{t(toolText.gives)}</p>
          <ResultView schema={card.output} value={(lang === 'zh' && example.outputZh) || example.output} />
        </div>
      )}
    </div>
  )
}
