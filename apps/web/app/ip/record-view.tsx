import './ip.css'
import { Suspense, type ReactNode } from 'react'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { useText } from '../lang.tsx'
import { ipText } from '../text/ip.ts'
import { AddressHero } from './address-hero.tsx'
import { FactPanel } from './fact-panel.tsx'
import { toNetworkFacts, toPlaceFacts, toRangeFacts, toTimeFacts } from './facts.ts'
import { LocalClock } from './local-clock.tsx'
import { OnwardLinks } from './onward-links.tsx'
import { PlacePanel } from './place-panel.tsx'
import { PrivacyGrid } from './privacy-grid.tsx'
import { RecordTabs } from './record-tabs.tsx'
import { SourceList } from './source-list.tsx'
import { SpecialNote } from './special-note.tsx'
import { Flag } from '../ui/flag.tsx'

type RecordViewProps = {
  readonly record: IpRecord
  /** What the call in the samples asks for; the address itself where missing. */
  readonly query?: string
  readonly isOwn?: boolean
  /** Line above the address. */
  readonly intro?: ReactNode
  /** Stands below the facts, above the sources. */
  readonly children?: ReactNode
}

/** All that is known about an address, in parts that React takes over one at a time (`Suspense`). */
export function RecordView({ record, query, isOwn = false, intro, children }: RecordViewProps) {
  const t = useText()
  const flag = record.country_code && <Flag code={record.country_code} />
  const [country, ...place] = toPlaceFacts(record, t)
  const isLocal = record.special !== null && !record.special.global
  return (
    <div className="ip-record">
      <AddressHero record={record}>{intro}</AddressHero>
      <SpecialNote record={record} isOwn={isOwn} />
      {!isLocal && (
        <>
          <div className="ip-first">
            <Suspense>
              <PlacePanel record={record} />
            </Suspense>
            <Suspense>
              <FactPanel
                title={ipText.place}
                record={record}
                facts={[...(country ? [{ ...country, before: flag }] : []), ...place]}
              />
            </Suspense>
          </div>
          <div className="ip-second">
            <Suspense>
              <FactPanel title={ipText.network} record={record} facts={toNetworkFacts(record, t)} />
            </Suspense>
            <Suspense>
              <FactPanel title={ipText.time} record={record} facts={toTimeFacts(record)}>
                {record.time_zone.name && record.time_zone.current_time && <LocalClock start={record.time_zone.current_time} />}
              </FactPanel>
            </Suspense>
            <Suspense>
              <FactPanel title={ipText.range} record={record} facts={toRangeFacts(record)} />
            </Suspense>
          </div>
          <Suspense>
            <PrivacyGrid record={record} />
          </Suspense>
        </>
      )}
      {isLocal && <FactPanel title={ipText.range} record={record} facts={toRangeFacts(record)} />}
      <OnwardLinks record={record} />
      {children}
      <div className={record.sources.length > 0 ? 'ip-last' : 'ip-last single'}>
        <Suspense>
          <RecordTabs record={record} {...(query && { query })} />
        </Suspense>
        <Suspense>
          <SourceList record={record} />
        </Suspense>
      </div>
    </div>
  )
}
