import { useState } from 'react'
import { CleanPreview } from '../dev/clean-preview.tsx'
import { useText } from '../lang.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { ResultView } from '../result/result-view.tsx'
import { smallText } from '../text/dev-small.ts'
import { toolText } from '../text/tool.ts'
import type { ToolState } from '../tool/view.ts'

type HtmlTool = ToolState<{ readonly action: string }, { readonly text: string }>

/** HTML as text with what was found in it, or as a page that cannot do anything. */
export function Result(tool: HtmlTool) {
  const t = useText()
  const [isPage, setPage] = useState(false)
  const { input, result, card, isRunning, error } = tool
  if (!result || input.action === 'text') return <ResultPane {...(tool as ToolState)} />
  return (
    <>
      <header className="pane-head">
        <h2>{t(toolText.output)}</h2>
        <span className="segments small" role="group" aria-label={t(toolText.viewAs)}>
          <button type="button" aria-pressed={!isPage} onClick={() => setPage(false)}>
            HTML
          </button>
          <button type="button" aria-pressed={isPage} onClick={() => setPage(true)}>
            {t(smallText.preview)}
          </button>
        </span>
      </header>
      <div className={`result ${error ? 'is-stale' : ''}`} aria-busy={isRunning}>
        {isPage ? (
          <>
            <CleanPreview html={result.text} />
            <p className="quiet">{t(smallText.cleanPreview)}</p>
          </>
        ) : (
          <ResultView schema={card.output} value={result} />
        )}
      </div>
    </>
  )
}
