import type { CertificateInput } from '@octet/tools/crypto/make-certificate/input.ts'
import type { CertificateOutput } from '@octet/tools/crypto/make-certificate/run.ts'
import { TextFiles, withoutFiles } from '../dev/text-files.tsx'
import { useText } from '../lang.tsx'
import { ResultView } from '../result/result-view.tsx'
import { smallText } from '../text/dev-small.ts'
import { toolText } from '../text/tool.ts'
import type { Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import { Button } from '../ui/button.tsx'

/** What was made in the order it is shown, each with the name of its file as servers look for it. */
const FILES = {
  certificate: 'certificate.pem',
  privateKey: 'private.pem',
  request: 'request.csr',
  chain: 'fullchain.pem',
  command: 'make-certificate.sh',
} as const satisfies Partial<Record<keyof CertificateOutput, string>>

/** What was made, then each file of it with buttons that copy and save it. A new authority can issue at once. */
export function Result(tool: ToolState<CertificateInput, CertificateOutput>) {
  const t = useText()
  const { card, input, result, isRunning, run, setInput } = tool
  const schema = card.output as Schema
  if (!result) return null
  const { text: _text, progress, ...facts } = withoutFiles(result, FILES)
  const { certificate, privateKey } = result
  const issuer = input.action === 'authority' && certificate && privateKey ? `${certificate}${privateKey}` : undefined
  return (
    <div className="result" aria-busy={isRunning}>
      <header className="pane-head">
        <h2>{t(toolText.output)}</h2>
        {isRunning && progress !== undefined && <progress max={1} value={progress} aria-label={t(toolText.running)} />}
        {issuer !== undefined && (
          <Button kind="ghost" icon="Certificate2" onClick={() => setInput({ action: 'issue', issuer })}>
            {t(smallText.issueWithIt)}
          </Button>
        )}
        <Button kind="ghost" icon="Refresh" onClick={() => run()}>
          {t(smallText.makeNew)}
        </Button>
      </header>
      <ResultView schema={schema} value={facts} />
      <TextFiles schema={schema} result={result} files={FILES} />
    </div>
  )
}
