import '../net/net.css'
import './dns.css'
import { useState } from 'react'
import type { DnsAnswer, DnsComparison, DnsHealth, DnssecResult, DnsTrace } from '@octet/core/probe/dns.ts'
import { useText } from '../lang.tsx'
import { AnswerList } from '../net/dns/answer-list.tsx'
import { CompareGroups } from '../net/dns/compare-groups.tsx'
import type { Placed } from '../net/dns/record-table.tsx'
import { TraceSteps } from '../net/dns/trace-steps.tsx'
import { TrustChain } from '../net/dns/trust-chain.tsx'
import { ZoneHealth } from '../net/dns/zone-health.tsx'
import { useSchemaWords } from '../net/schema-words.ts'
import { TextOutput } from '../result/text-output.tsx'
import { dnsText as words } from '../text/net-dns.ts'
import type { ToolState } from '../tool/view.ts'
import { Tabs } from '../ui/tabs.tsx'

type Output = {
  readonly answers: readonly DnsAnswer[]
  readonly failures: readonly { readonly type: string; readonly message: string }[]
  readonly places: readonly Placed[]
  readonly text: string
  readonly zoneFile: string
  readonly trace: DnsTrace | null
  readonly comparison: DnsComparison | null
  readonly dnssec: DnssecResult | null
  readonly health: DnsHealth | null
}

/** Each way of asking has its own picture; the same as text beside it. */
export function Result({ card, result, isRunning }: ToolState<object, Output>) {
  const t = useText()
  const [tab, setTab] = useState('result')
  const schema = useSchemaWords(card.output)
  if (!result) return null
  const { text, zoneFile, answers } = result
  const toPart = (id: string, label: string, text: string) => ({
    id,
    label,
    content: <TextOutput text={text} language="" label={label} />,
  })
  return (
    <div className="net-result dns-result" aria-busy={isRunning}>
      <Tabs
        label={t(words.tabs)}
        active={tab}
        onChange={setTab}
        tabs={[
          { id: 'result', label: t(words.result), content: <Picture {...result} {...schema} /> },
          toPart('text', t(answers.length > 0 ? words.dig : words.text), text),
          ...(zoneFile ? [toPart('zone', t(words.zone), zoneFile)] : []),
        ]}
      />
    </div>
  )
}

function Picture({ trace, comparison, dnssec, health, label, option, ...answers }: Output & ReturnType<typeof useSchemaWords>) {
  if (trace) return <TraceSteps trace={trace} label={label} option={option} />
  if (comparison) return <CompareGroups comparison={comparison} label={label} option={option} />
  if (dnssec) return <TrustChain dnssec={dnssec} label={label} option={option} />
  if (health) return <ZoneHealth health={health} label={label} />
  return <AnswerList {...answers} label={label} />
}
