import type { ConvertInput } from '@octet/tools/crypto/convert-certificate/input.ts'
import type { ConvertOutput } from '@octet/tools/crypto/convert-certificate/run.ts'
import { TextFiles, withoutFiles } from '../dev/text-files.tsx'
import { useText } from '../lang.tsx'
import { ResultView } from '../result/result-view.tsx'
import { toolText } from '../text/tool.ts'
import type { Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'

/** What was made in the order it is shown, each with the name that servers' settings and the commands have. */
const FILES = {
  fullchain: 'fullchain.pem',
  certificate: 'certificate.pem',
  chain: 'chain.pem',
  privateKey: 'private.pem',
  setup: 'setup.txt',
  command: 'convert-certificate.sh',
} as const satisfies Partial<Record<keyof ConvertOutput, string>>

/** The chain as it was found, the file to save, then each text of it with buttons that copy and save it. */
export function Result({ card, result, isRunning }: ToolState<ConvertInput, ConvertOutput>) {
  const t = useText()
  if (!result) return null
  const schema = card.output as Schema
  const { text: _text, ...facts } = withoutFiles(result, FILES)
  return (
    <div className="result" aria-busy={isRunning}>
      <header className="pane-head">
        <h2>{t(toolText.output)}</h2>
      </header>
      <ResultView schema={schema} value={facts} />
      <TextFiles schema={schema} result={result} files={FILES} />
    </div>
  )
}
