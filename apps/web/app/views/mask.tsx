import type { PlanRow } from '@octet/tools/subnet/plan.ts'
import { BigFacts } from '../dev/subnet/facts-list.tsx'
import { PlanView } from '../dev/subnet/plan-view.tsx'
import { Fields, ToolForm } from '../dev/tool-form.tsx'
import { groupDigits } from '../group-digits.ts'
import { useText } from '../lang.tsx'
import { subnetText } from '../text/dev-subnet.ts'
import { ResultActions } from '../tool/result-actions.tsx'
import { unwrap, type Schema } from '../tool/schema.ts'
import { StatusLine } from '../tool/status-line.tsx'
import { answersByItself, type ToolState } from '../tool/view.ts'
import { BitLegend, BitView } from '../dev/subnet/bit-view.tsx'
import '../dev/subnet/subnet.css'

type Input = { readonly mode: 'hosts' | 'networks' | 'vlsm'; readonly network: string; readonly count: string }
type Output = {
  readonly prefix?: number
  readonly mask?: string
  readonly wildcard?: string
  readonly hosts?: string
  readonly networks?: PlanRow[]
  readonly free?: string
  readonly total?: string
}

/** From what is needed to a mask: the mask large with its bits, and the networks as a bar. */
export default function MaskView(tool: ToolState<Input, Output>) {
  const t = useText()
  const { input, result, card, error, isRunning } = tool
  const properties = (card.output as Schema).properties ?? {}
  return (
    <ToolForm tool={tool} className="subnet-view">
      <div className="toolbar">
        <Fields tool={tool} names={['mode']} />
        <ResultActions {...tool} />
      </div>
      <div className="subnet-ask two">
        <Fields tool={tool} names={['count', 'network', 'family', 'hosts']} />
      </div>
      {(error || !result) && (
        <div className={answersByItself(tool) ? 'awaited' : ''}>
          <StatusLine {...tool} />
        </div>
      )}
      {result && (
        <div className={`pane subnet-out ${isRunning ? 'is-running' : ''} ${error ? 'is-stale' : ''}`}>
          {result.prefix !== undefined && (
            <>
              <BigFacts
                facts={[
                  { label: t(subnetText.mask), value: result.mask ?? '' },
                  { label: t(subnetText.prefix), value: `/${result.prefix}` },
                  { label: t(subnetText.wildcard), value: result.wildcard ?? '' },
                  { label: t(subnetText.hosts), value: groupDigits(result.hosts ?? '') },
                ]}
              />
              {result.mask && !result.mask.includes(':') && (
                <div className="bit-panel">
                  <BitView label={t(subnetText.mask)} binary={toBits(result.mask)} prefix={result.prefix} />
                  <BitLegend />
                </div>
              )}
            </>
          )}
          {result.networks && (
            <PlanView
              space={input.network.trim()}
              rows={result.networks}
              free={result.free}
              total={result.total}
              schema={unwrap(properties.networks ?? {})}
            />
          )}
        </div>
      )}
    </ToolForm>
  )
}

/** A dotted address in bits. */
const toBits = (address: string) =>
  address
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('.')
