import type { ReactNode } from 'react'
import { useText } from '../lang.tsx'
import { ResultView } from '../result/result-view.tsx'
import { smallText } from '../text/dev-small.ts'
import { toolText } from '../text/tool.ts'
import type { Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import { Button } from '../ui/button.tsx'
import { TextFiles, withoutFiles } from './text-files.tsx'

type Made = { readonly text: string; readonly progress?: number | undefined }
type Props<Input, Output> = {
  readonly tool: ToolState<Input, Output>
  /** Fields of the result in the order they are shown, each with the name of its file. */
  readonly files: Readonly<Record<string, string>>
  /** What else can be done with what was made. */
  readonly actions?: ReactNode
}

/** What was made, then each file of it with buttons that copy and save it; another is made by a button. */
export function MadeFiles<Input, Output extends Made>({ tool, files, actions }: Props<Input, Output>) {
  const t = useText()
  const { card, result, isRunning, run } = tool
  const schema = card.output as Schema
  if (!result) return null
  const { text: _text, progress, ...facts } = withoutFiles(result, files)
  return (
    <div className="result" aria-busy={isRunning}>
      <header className="pane-head">
        <h2>{t(toolText.output)}</h2>
        {isRunning && progress !== undefined && <progress max={1} value={progress} aria-label={t(toolText.running)} />}
        {actions}
        <Button kind="ghost" icon="Refresh" onClick={() => run()}>
          {t(smallText.makeNew)}
        </Button>
      </header>
      <ResultView schema={schema} value={facts} />
      <TextFiles schema={schema} result={result} files={files} />
    </div>
  )
}
