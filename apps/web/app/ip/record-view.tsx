import './ip.css'
import type { ReactNode } from 'react'
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

/** All that is known about an address. */
export function RecordView({ record, query, isOwn = false, intro, children }: RecordViewProps) {
  const t = useText()
  const flag = record.country_flag && <img src={record.country_flag} alt="" width="20" height="15" />
  const [country, ...place] = toPlaceFacts(record, t)
  const isLocal = record.special !== null && !record.special.global
  return (
    <div className="ip-record">
      <AddressHero record={record}>{intro}</AddressHero>
      <SpecialNote record={record} isOwn={isOwn} />
      {!isLocal && (
        <>
          <div className="ip-first">
            <PlacePanel record={record} />
            <FactPanel
              title={ipText.place}
              record={record}
              facts={[...(country ? [{ ...country, before: flag }] : []), ...place]}
            />
          </div>
          <div className="ip-second">
            <FactPanel title={ipText.network} record={record} facts={toNetworkFacts(record, t)} />
            <FactPanel title={ipText.time} record={record} facts={toTimeFacts(record)}>
              {record.time_zone.name && record.time_zone.current_time && (
                <LocalClock zone={record.time_zone.name} start={record.time_zone.current_time} />
              )}
            </FactPanel>
            <FactPanel title={ipText.range} record={record} facts={toRangeFacts(record)} />
          </div>
          <PrivacyGrid record={record} />
        </>
      )}
      {isLocal && <FactPanel title={ipText.range} record={record} facts={toRangeFacts(record)} />}
      <OnwardLinks record={record} />
      {children}
      <div className={record.sources.length > 0 ? 'ip-last' : 'ip-last single'}>
        <RecordTabs record={record} {...(query && { query })} />
        <SourceList record={record} />
      </div>
    </div>
  )
}
