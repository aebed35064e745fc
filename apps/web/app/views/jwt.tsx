import { useText } from '../lang.tsx'
import { ResultTable } from '../result/result-table.tsx'
import { TextOutput } from '../result/text-output.tsx'
import { smallText } from '../text/dev-small.ts'
import { unwrap, type Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import '../dev/small.css'

type Output = {
  readonly text: string
  readonly token: string
  readonly verdict: 'valid' | 'invalid' | 'unchecked' | 'signed' | 'decrypted' | 'locked'
  readonly header: string
  readonly payload: string
  readonly claims: readonly { claim: string; value: string; meaning: string }[]
  readonly disclosures?: readonly { claim: string; value: string; isIn: boolean }[]
  readonly notes: readonly string[]
}

const ICONS = {
  valid: 'Check',
  signed: 'Check',
  decrypted: 'Check',
  invalid: 'X',
  unchecked: 'AlertCircle',
  locked: 'AlertCircle',
} as const

/** A token in its three parts, each with its own line and word, and whether the signature holds. */
export function Result({ input, result, card }: ToolState<{ text: string; action: string }, Output>) {
  const t = useText()
  if (!result) return null
  const properties = (card.output as Schema).properties ?? {}
  const verdict = properties.verdict?.options?.[result.verdict]
  const [header, ...rest] = result.token.split('.')
  const signature = rest.at(-1)
  return (
    <div className="result">
      <p className={`small-head jwt-verdict ${result.verdict}`}>
        <span>
          <Icon name={ICONS[result.verdict]} size={16} /> {t(smallText.signature, { verdict: verdict ? t(verdict) : '' })}
        </span>
        {input.action === 'sign' && <CopyButton text={result.text} />}
      </p>
      <p className="jwt-token" aria-label={t(smallText.token)}>
        <span className="jwt-header">{header}</span>.<span className="jwt-payload">{rest.slice(0, -1).join('.')}</span>.
        <span className="jwt-signature">{signature}</span>
      </p>
      {result.notes.length > 0 && (
        <ul className="small-body">
          {result.notes.map((note) => (
            <li key={note}>
              <Icon name="AlertCircle" size={15} /> {note}
            </li>
          ))}
        </ul>
      )}
      <section className="jwt-part">
        <h3 className="jwt-header">{t(smallText.header)}</h3>
        <TextOutput text={result.header} language="" label={t(smallText.header)} />
      </section>
      {result.payload && (
        <section className="jwt-part">
          <h3 className="jwt-payload">{t(smallText.payload)}</h3>
          <TextOutput text={result.payload} language="" label={t(smallText.payload)} />
        </section>
      )}
      {result.claims.length > 0 && <ResultTable schema={unwrap(properties.claims ?? {}).items ?? {}} rows={result.claims} />}
      {result.disclosures && properties.disclosures?.label && (
        <section className="jwt-part">
          <h3>{t(properties.disclosures.label)}</h3>
          <ResultTable schema={unwrap(properties.disclosures).items ?? {}} rows={result.disclosures} />
        </section>
      )}
    </div>
  )
}
