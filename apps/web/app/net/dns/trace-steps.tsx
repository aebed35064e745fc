import type { DnsTrace, DnsTraceStep } from '@octet/core/probe/dns.ts'
import { useText } from '../../lang.tsx'
import { dnsText as words } from '../../text/net-dns.ts'
import { Chip, type Tone } from '../chip.tsx'
import { RecordSection } from './record-table.tsx'

type Words = { readonly label: (path: string) => string; readonly option: (path: string, value: string) => string }

const TONES: Readonly<Record<DnsTraceStep['outcome'], Tone>> = {
  referral: 'wait',
  answer: 'ok',
  alias: 'wait',
  'no-data': 'warn',
  'no-name': 'warn',
  failure: 'bad',
}

/** Who was asked, step by step from the root, and where they sent us. */
export function TraceSteps({ trace, label, option }: Words & { trace: DnsTrace }) {
  const t = useText()
  return (
    <ol className="dns-steps">
      {trace.steps.map((step, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a server may be asked twice
        <li key={index}>
          <div className="net-head">
            <strong>{step.zone === '.' ? `. (${t(words.root)})` : step.zone}</strong>
            <Chip tone={TONES[step.outcome]}>{option('trace.steps.outcome', step.outcome)}</Chip>
            <small>
              {step.server} <span className="mono">{step.address}</span>
              {step.ms !== null && ` · ${step.ms} ms`}
            </small>
          </div>
          {step.note && <p>{t(step.note)}</p>}
          <details open={step.outcome !== 'referral'}>
            <summary>
              {label('trace.steps.records')} ({step.records.length})
            </summary>
            <RecordSection title={label('trace.steps.records')} records={step.records} label={label} />
            <RecordSection title={t(words.glue)} records={step.glue} label={label} />
          </details>
        </li>
      ))}
      {!trace.isComplete && (
        <li>
          <p role="status">{t(words.asking)}</p>
        </li>
      )}
    </ol>
  )
}
