import type { NetworkFacts } from '@octet/tools/subnet/describe.ts'
import { BitLegend, BitView } from '../dev/subnet/bit-view.tsx'
import { BigFacts } from '../dev/subnet/facts-list.tsx'
import { findField, ToolForm } from '../dev/tool-form.tsx'
import { PrefixSlider } from '../dev/subnet/prefix-slider.tsx'
import { groupDigits } from '../group-digits.ts'
import { useText } from '../lang.tsx'
import { ResultView } from '../result/result-view.tsx'
import { subnetText } from '../text/dev-subnet.ts'
import { FieldControl } from '../tool/field-control.tsx'
import { ResultActions } from '../tool/result-actions.tsx'
import type { Schema } from '../tool/schema.ts'
import { StatusLine } from '../tool/status-line.tsx'
import type { ToolState } from '../tool/view.ts'
import '../dev/subnet/subnet.css'

type Input = { readonly text: string }
type Output = {
  readonly text: string
  readonly form: string
  readonly prefix?: number
  readonly mask: string
  readonly wildcard: string
  readonly hex: string
  readonly binary: string
  readonly addresses: string
  readonly hosts: string
  readonly isContiguous: boolean
  readonly explanation: string
  readonly facts?: NetworkFacts
}

/** From a mask back to its meaning: prefix large, bits below, the reason in words. */
export default function MaskInverseView(tool: ToolState<Input, Output>) {
  const t = useText()
  const { input, setInput, result, error, isRunning, card } = tool
  const text = findField(tool, 'text')
  const properties = (card.output as Schema).properties ?? {}
  return (
    <ToolForm tool={tool} className="subnet-view">
      <div className="toolbar">
        <ResultActions {...tool} />
      </div>
      <div className="subnet-ask">
        {text && (
          <FieldControl
            field={{ ...text, control: 'line' }}
            value={input.text}
            onChange={(value) => setInput({ text: String(value) })}
          />
        )}
        {result?.prefix !== undefined && !result.facts && (
          <PrefixSlider
            prefix={result.prefix}
            bits={result.mask.includes(':') ? 128 : 32}
            onChange={(prefix) => setInput({ text: `/${prefix}` })}
          />
        )}
      </div>
      {(error || !result) && <StatusLine {...tool} />}
      {result && (
        <div className={`pane subnet-out ${isRunning ? 'is-running' : ''} ${error ? 'is-stale' : ''}`}>
          <BigFacts
            facts={[
              {
                label: t(result.facts ? subnetText.network : subnetText.prefix),
                value: result.isContiguous ? result.text : '',
                note: t(subnetText.readAs, { form: result.form }),
              },
              { label: t(subnetText.mask), value: result.mask },
              { label: t(subnetText.wildcard), value: result.wildcard },
              { label: 'Hex', value: result.hex },
              { label: t(subnetText.addresses), value: groupDigits(result.addresses) },
              { label: t(subnetText.hosts), value: groupDigits(result.hosts) },
            ]}
          />
          <div className="bit-panel">
            <BitView label={t(subnetText.mask)} binary={result.binary} prefix={result.isContiguous ? result.prefix : undefined} />
            <BitLegend isPattern={!result.isContiguous} />
            <p className="bit-words">{result.explanation}</p>
          </div>
          {result.facts && (
            <details className="subnet-more">
              <summary>{t(subnetText.more)}</summary>
              <ResultView schema={properties.facts} value={result.facts} />
            </details>
          )}
        </div>
      )}
    </ToolForm>
  )
}
