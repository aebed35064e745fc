import type { NetworkFacts } from '@octet/tools/subnet/describe.ts'
import type { PlanRow } from '@octet/tools/subnet/plan.ts'
import { BitLegend, BitView } from '../dev/subnet/bit-view.tsx'
import { BigFacts } from '../dev/subnet/facts-list.tsx'
import { PlanView } from '../dev/subnet/plan-view.tsx'
import { PrefixSlider } from '../dev/subnet/prefix-slider.tsx'
import { Fields, findField, ToolForm } from '../dev/tool-form.tsx'
import { groupDigits } from '../group-digits.ts'
import { useText } from '../lang.tsx'
import { ResultTable } from '../result/result-table.tsx'
import { ResultView } from '../result/result-view.tsx'
import { subnetText } from '../text/dev-subnet.ts'
import { FieldControl } from '../tool/field-control.tsx'
import { ResultActions } from '../tool/result-actions.tsx'
import { unwrap, type Schema } from '../tool/schema.ts'
import { StatusLine } from '../tool/status-line.tsx'
import type { ToolState } from '../tool/view.ts'
import '../dev/subnet/subnet.css'

type Input = {
  readonly mode: 'describe' | 'split' | 'vlsm' | 'join'
  readonly text: string
  readonly into: number
  readonly mask: string
}
type Output = {
  readonly facts: NetworkFacts
  readonly parts?: PlanRow[]
  readonly total?: string
  readonly free?: string
  readonly commands?: { system: string; command: string }[]
}

/** A network: what matters large, the bits below, the plan as a bar of the address space. */
export default function NetworkView(tool: ToolState<Input, Output>) {
  const t = useText()
  const { input, setInput, result, card, error, isRunning } = tool
  const properties = (card.output as Schema).properties ?? {}
  const text = findField(tool, 'text')
  const facts = result?.facts
  const bits = facts?.first.includes(':') ? 128 : 32
  const isOneLine = input.mode !== 'join'
  const setPrefix = (prefix: number) => setInput({ text: `${facts?.address ?? ''}/${prefix}`, mask: '' })
  return (
    <ToolForm tool={tool} className="subnet-view">
      <div className="toolbar">
        <Fields tool={tool} names={['mode']} />
        <ResultActions {...tool} />
      </div>
      <div className="subnet-ask">
        {text && (
          <FieldControl
            field={isOneLine ? { ...text, control: 'line' } : text}
            value={input.text}
            onChange={(value) => setInput({ text: String(value) })}
          />
        )}
        {facts && isOneLine && <PrefixSlider prefix={facts.prefix} bits={bits} onChange={setPrefix} />}
        <Fields tool={tool} names={['into', 'hosts']} />
        {facts && !error && input.mode === 'split' && (
          <PrefixSlider
            label={t(subnetText.split)}
            prefix={input.into}
            min={facts.prefix}
            bits={bits}
            onChange={(into) => setInput({ into })}
          />
        )}
      </div>
      {(error || !facts) && <StatusLine {...tool} />}
      {facts && (
        <div className={`pane subnet-out ${isRunning ? 'is-running' : ''} ${error ? 'is-stale' : ''}`}>
          <BigFacts
            facts={[
              { label: t(subnetText.network), value: facts.network, note: facts.type },
              { label: t(subnetText.mask), value: facts.mask },
              { label: t(subnetText.wildcard), value: facts.wildcard },
              { label: t(subnetText.range), value: `${facts.firstHost} – ${facts.lastHost}` },
              { label: t(subnetText.broadcast), value: facts.broadcast },
              { label: t(subnetText.hosts), value: groupDigits(facts.hosts) },
            ]}
          />
          <div className="bit-panel">
            <BitView label={t(subnetText.address)} binary={facts.binary} prefix={facts.prefix} />
            <BitView label={t(subnetText.mask)} binary={facts.binaryMask} prefix={facts.prefix} />
            <BitLegend />
          </div>
          {result.parts && (
            <PlanView
              space={facts.network}
              rows={result.parts}
              free={result.free}
              total={result.total}
              schema={unwrap(properties.parts ?? {})}
            />
          )}
          {result.commands && (
            <details className="subnet-more">
              <summary>{t(subnetText.commands)}</summary>
              <ResultTable schema={unwrap(properties.commands ?? {}).items ?? {}} rows={result.commands} />
            </details>
          )}
          <details className="subnet-more">
            <summary>{t(subnetText.more)}</summary>
            <ResultView schema={properties.facts} value={facts} />
          </details>
        </div>
      )}
    </ToolForm>
  )
}
