import type { CertificateInput } from '@octet/tools/crypto/make-certificate/input.ts'
import type { CertificateOutput } from '@octet/tools/crypto/make-certificate/run.ts'
import { MadeFiles } from '../dev/made-files.tsx'
import { useText } from '../lang.tsx'
import { smallText } from '../text/dev-small.ts'
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

/** What was made with its files. A new authority can issue at once. */
export function Result(tool: ToolState<CertificateInput, CertificateOutput>) {
  const t = useText()
  const { input, result, setInput } = tool
  const { certificate, privateKey } = result ?? {}
  const issuer = input.action === 'authority' && certificate && privateKey ? `${certificate}${privateKey}` : undefined
  return (
    <MadeFiles
      tool={tool}
      files={FILES}
      actions={
        issuer !== undefined && (
          <Button kind="ghost" icon="Certificate2" onClick={() => setInput({ action: 'issue', issuer })}>
            {t(smallText.issueWithIt)}
          </Button>
        )
      }
    />
  )
}
