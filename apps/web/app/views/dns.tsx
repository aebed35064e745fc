import '../net/net.css'
import './dns.css'
import { useState } from 'react'
import type { DnsAnswer, DnsComparison, DnsHealth, DnssecResult, DnsTrace } from '@octet/core/probe/dns.ts'
import { useText } from '../lang.tsx'
import type { Pollution } from '@octet/tools/lookup/dns/pollution.ts'
import { AnswerList } from '../net/dns/answer-list.tsx'
import { CompareGroups } from '../net/dns/compare-groups.tsx'
import type { Placed } from '../net/dns/record-table.tsx'
import { PollutionTable } from '../net/dns/pollution-table.tsx'
import { TraceSteps } from '../net/dns/trace-steps.tsx'
import { useUntilAgreed, type Repeat } from '../net/dns/use-until-agreed.ts'
import { TrustChain } from '../net/dns/trust-chain.tsx'
import { ZoneHealth } from '../net/dns/zone-health.tsx'
import { ChangesSince, KeptLine } from '../net/history/changes.tsx'
import { toDnsFacts } from '../net/history/facts.ts'
import { isWhole, useComparison, type Question } from '../net/history/use-comparison.ts'
import { useSchemaWords } from '../net/schema-words.ts'
import { TextOutput } from '../result/text-output.tsx'
import { dnsText as words } from '../text/net-dns.ts'
import type { ToolState } from '../tool/view.ts'
import { Tabs } from '../ui/tabs.tsx'

type Output = {
  readonly name: string
  readonly mode: string
  readonly answers: readonly DnsAnswer[]
  readonly failures: readonly { readonly type: string; readonly message: string }[]
  readonly places: readonly Placed[]
  readonly text: string
  readonly zoneFile: string
  readonly trace: DnsTrace | null
  readonly comparison: DnsComparison | null
  readonly dnssec: DnssecResult | null
  readonly pollution: Pollution | null
  readonly health: DnsHealth | null
}

/** Each way of asking has its own picture; the same as text beside it. */
export function Result(tool: ToolState<object, Output>) {
  const { card, result, isRunning } = tool
  const t = useText()
  const [tab, setTab] = useState('result')
  const schema = useSchemaWords(card.output)
  const repeat = useUntilAgreed(tool)
  const history = useComparison(result, isWhole(tool), () => result && findQuestion(result))
  const label = (field: string) => (field === 'rcode' ? schema.label('answers.rcode') : field)
  if (!result) return null
  const { text, zoneFile, answers } = result
  const toPart = (id: string, label: string, text: string) => ({
    id,
    label,
    content: <TextOutput text={text} language="" label={label} />,
  })
  return (
    <div className="net-result dns-result" aria-busy={isRunning}>
      <ChangesSince comparison={history.comparison} label={label} />
      <Tabs
        label={t(words.tabs)}
        active={tab}
        onChange={setTab}
        tabs={[
          { id: 'result', label: t(words.result), content: <Picture {...result} {...schema} repeat={repeat} /> },
          toPart('text', t(answers.length > 0 ? words.dig : words.text), text),
          ...(zoneFile ? [toPart('zone', t(words.zone), zoneFile)] : []),
        ]}
      />
      <KeptLine {...history} label={label} />
    </div>
  )
}

/** The same name and type from the same server; the other ways of asking have no answer to keep. */
function findQuestion({ name, answers, failures }: Output): Question | undefined {
  const [first] = answers
  if (!first) return undefined
  const types = answers.length + failures.length > 1 ? 'ALL' : first.question.type
  const subnet = first.edns?.clientSubnet?.subnet ?? ''
  return { key: `dns ${name} ${types} ${first.server} ${subnet}`.trim(), facts: toDnsFacts(answers) }
}

type PictureProps = Output & ReturnType<typeof useSchemaWords> & { readonly repeat: Repeat }

function Picture({ mode, trace, comparison, dnssec, pollution, health, label, option, repeat, ...answers }: PictureProps) {
  if (trace) return <TraceSteps trace={trace} label={label} option={option} />
  if (comparison) {
    const isAuthority = mode === 'authority'
    return <CompareGroups {...{ comparison, isAuthority, repeat, label, option }} />
  }
  if (dnssec) return <TrustChain dnssec={dnssec} label={label} option={option} />
  if (pollution) return <PollutionTable name={answers.name} pollution={pollution} label={label} option={option} />
  if (health) return <ZoneHealth health={health} label={label} />
  return <AnswerList {...answers} label={label} />
}
