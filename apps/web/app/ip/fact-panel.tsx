import type { ReactNode } from 'react'
import { EMPTY_REASONS } from '@octet/core/ip/empty-reasons.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Text } from '@octet/core/text.ts'
import { useLang, useText } from '../lang.tsx'
import { ipText } from '../text/ip.ts'
import { CopyValue } from './copy-value.tsx'
import { toSourceTitle, useDataReport } from './data-report.ts'
import { findEmptyReason, findProvenance } from './provenance.ts'

/** One line of a panel: a field of the record as words, and what a copy of it gives. */
export type Fact = {
  readonly label: Text
  /** Name of the field in the record, dotted for a part. */
  readonly field: string
  readonly words: string | null
  readonly copied?: string
  /** Drawn before the value, e.g. a flag. */
  readonly before?: ReactNode
  /** Drawn in place of a button that copies. */
  readonly drawn?: ReactNode
}

type PanelProps = {
  readonly title: Text
  readonly record: IpRecord
  readonly facts: readonly Fact[]
  /** Stands above the facts. */
  readonly children?: ReactNode
}

/** A group of facts. Each value names its source, each empty one its reason. */
export function FactPanel({ title, record, facts, children }: PanelProps) {
  const t = useText()
  return (
    <section className="ip-panel">
      <h2>{t(title)}</h2>
      {children}
      <dl>
        {facts.map((fact) => (
          <div key={fact.field}>
            <dt>{t(fact.label)}</dt>
            <dd>{fact.words === null ? <Missing record={record} field={fact.field} /> : <Known record={record} {...fact} />}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Known({ record, field, words, copied, before, drawn }: Fact & { record: IpRecord }) {
  return (
    <>
      {before}
      {drawn ?? <CopyValue words={words ?? ''} {...(copied === undefined ? {} : { copied })} />}
      <SourceMark record={record} field={field} />
    </>
  )
}

/** Empty, and why. */
function Missing({ record, field }: { record: IpRecord; field: string }) {
  const t = useText()
  const reason = findEmptyReason(record, field)
  return (
    <span className="none">
      – <small>{reason ? t(EMPTY_REASONS[reason]) : t(ipText.unknown)}</small>
    </span>
  )
}

/** A small figure behind a value that leads to its source in the list below. */
export function SourceMark({ record, field }: { record: IpRecord; field: string }) {
  const t = useText()
  const lang = useLang()
  const report = useDataReport()
  const found = findProvenance(record, field)
  if (!found) return null
  const source = [toSourceTitle(report, found.id, lang), found.date].filter(Boolean).join(', ')
  const words = t(ipText.sourceMark, { number: found.number, source })
  return (
    <a className="source-mark" href={`#source-${found.number}`} title={words} aria-label={words}>
      {found.number}
    </a>
  )
}
