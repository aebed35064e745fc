import type { KeyPairInput, KeyPairOutput } from '@octet/tools/crypto/key-pair/run.ts'
import type { Forms } from '@octet/tools/crypto/key-pair/forms.ts'
import { TextFile } from '../dev/text-file.tsx'
import { useText } from '../lang.tsx'
import { ResultView } from '../result/result-view.tsx'
import { smallText } from '../text/dev-small.ts'
import { toolText } from '../text/tool.ts'
import { unwrap, type Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import { Button } from '../ui/button.tsx'

/** The forms in the order they are shown, each with the name of its file as programs look for it. */
const FILES: Readonly<Record<keyof Forms, (ssh: string) => string>> = {
  privatePkcs8: () => 'private.pem',
  privateOpenssh: (ssh) => `id_${ssh}`,
  privatePkcs1: () => 'private-rsa.pem',
  privateSec1: () => 'private-ec.pem',
  privateJwk: () => 'private.jwk.json',
  publicSpki: () => 'public.pem',
  publicSsh: (ssh) => `id_${ssh}.pub`,
  publicPkcs1: () => 'public-rsa.pem',
  publicJwk: () => 'public.jwk.json',
}
const FORMS = Object.keys(FILES) as (keyof Forms)[]

/** What a key is, then each of its forms with buttons that copy and save it. */
export function Result(tool: ToolState<KeyPairInput, KeyPairOutput>) {
  const t = useText()
  const { card, input, result, isRunning, run } = tool
  const properties = (card.output as Schema).properties ?? {}
  if (!result) return null
  const ssh = /^(?:ssh-)?([a-z0-9]+)/.exec(result.publicSsh ?? '')?.[1] ?? ''
  const { text: _text, progress, ...facts } = { ...result, ...Object.fromEntries(FORMS.map((form) => [form, undefined])) }
  return (
    <div className="result" aria-busy={isRunning}>
      <header className="pane-head">
        <h2>{t(toolText.output)}</h2>
        {isRunning && progress !== undefined && <progress max={1} value={progress} aria-label={t(toolText.running)} />}
        {input.action === 'make' && (
          <Button kind="ghost" icon="Refresh" onClick={() => run()}>
            {t(smallText.makeNew)}
          </Button>
        )}
      </header>
      <ResultView schema={card.output} value={facts} />
      {FORMS.map((form) => {
        const text = result[form]
        const label = t(unwrap(properties[form] ?? {}).label ?? toolText.output)
        return text !== undefined && <TextFile key={form} label={label} text={text} fileName={FILES[form](ssh)} />
      })}
    </div>
  )
}
