import { useState } from 'react'
import { CleanPreview } from '../dev/clean-preview.tsx'
import { useText } from '../lang.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { TextOutput } from '../result/text-output.tsx'
import { smallText } from '../text/dev-small.ts'
import { toolText } from '../text/tool.ts'
import type { ToolState } from '../tool/view.ts'

type MarkdownTool = ToolState<{ readonly action: string }, { readonly text: string }>

/** HTML as a page or as text; what the other actions give is drawn as always. */
export function Result(tool: MarkdownTool) {
  const t = useText()
  const [isSource, setSource] = useState(false)
  const { input, result, isRunning, error } = tool
  if (!result || input.action !== 'html') return <ResultPane {...(tool as ToolState)} />
  return (
    <>
      <header className="pane-head">
        <h2>{t(toolText.output)}</h2>
        <span className="segments small" role="group" aria-label={t(toolText.viewAs)}>
          <button type="button" aria-pressed={!isSource} onClick={() => setSource(false)}>
            {t(smallText.preview)}
          </button>
          <button type="button" aria-pressed={isSource} onClick={() => setSource(true)}>
            HTML
          </button>
        </span>
      </header>
      <div className={`result ${error ? 'is-stale' : ''}`} aria-busy={isRunning}>
        {isSource ? <TextOutput text={result.text} language="html" label="HTML" /> : <CleanPreview html={result.text} />}
      </div>
    </>
  )
}
