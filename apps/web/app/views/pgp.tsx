import type { PgpInput, PgpOutput } from '@octet/tools/crypto/pgp/run.ts'
import { TextFiles, withoutFiles } from '../dev/text-files.tsx'
import { useText } from '../lang.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { ResultView } from '../result/result-view.tsx'
import { smallText } from '../text/dev-small.ts'
import { toolText } from '../text/tool.ts'
import type { Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import { Button } from '../ui/button.tsx'

/** What a new key consists of, each with the name of its file. */
const FILES = {
  publicKey: 'public.asc',
  privateKey: 'private.asc',
  revocation: 'revocation.asc',
} as const satisfies Partial<Record<keyof PgpOutput, string>>

/** A new key with buttons that copy and save its files; messages and signatures as other results are. */
export function Result(tool: ToolState<PgpInput, PgpOutput>) {
  const t = useText()
  const { card, input, result, isRunning, run } = tool
  const schema = card.output as Schema
  if (input.action !== 'make' || !result) return <ResultPane {...(tool as unknown as ToolState)} />
  const { text: _text, progress, ...facts } = withoutFiles(result, FILES)
  return (
    <div className="result" aria-busy={isRunning}>
      <header className="pane-head">
        <h2>{t(toolText.output)}</h2>
        {isRunning && progress !== undefined && <progress max={1} value={progress} aria-label={t(toolText.running)} />}
        <Button kind="ghost" icon="Refresh" onClick={() => run()}>
          {t(smallText.makeNew)}
        </Button>
      </header>
      <ResultView schema={schema} value={facts} />
      <TextFiles schema={schema} result={result} files={FILES} />
    </div>
  )
}
