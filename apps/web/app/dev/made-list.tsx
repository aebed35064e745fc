import { useText } from '../lang.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { ResultView } from '../result/result-view.tsx'
import { smallText } from '../text/dev-small.ts'
import type { Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import './small.css'

/** More lines than this are drawn as one text. */
const MAX_LINES = 100

/** Made things line by line, with a button that makes new ones. */
export function MadeList({ tool, isMade }: { tool: ToolState; isMade: boolean }) {
  const t = useText()
  const result = tool.result as { text: string } | undefined
  const lines = result?.text.split('\n').filter(Boolean) ?? []
  if (!result || !isMade || lines.length > MAX_LINES) return <ResultPane {...tool} />
  const { text: _text, rows: _rows, ...properties } = (tool.card.output as Schema).properties ?? {}
  return (
    <div className="result">
      <header className="small-head">
        <Button icon="Refresh" onClick={() => tool.run()}>
          {t(smallText.makeNew)}
        </Button>
        {lines.length > 1 && <CopyButton label={t(smallText.copyAll)} text={result.text} />}
      </header>
      <ul className="made">
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- ids may repeat
          <li key={index}>
            <code>{line}</code>
            <CopyButton isIconOnly text={line} />
          </li>
        ))}
      </ul>
      {Object.keys(properties).length > 0 && (
        <ResultView schema={{ properties }} value={{ ...result, text: undefined, rows: undefined }} />
      )}
    </div>
  )
}
