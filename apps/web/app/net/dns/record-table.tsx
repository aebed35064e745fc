import type { DnsRecord } from '@octet/core/probe/dns.ts'
import { CopyValue } from '../../ip/copy-value.tsx'
import { AddressLink, AsLine, PlaceLine, type Place } from '../place-line.tsx'
import { TtlCell, useSecondsSince } from './ttl-cell.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'

export type Placed = { readonly address: string; readonly place: Place | null }

type RecordTableProps = {
  readonly records: readonly DnsRecord[]
  readonly label: (path: string) => string
  readonly title: string
  readonly places?: readonly Placed[]
  /** Whether they come from a cache, where their time runs out. */
  readonly isCached?: boolean
}

/** Records with their TTL; an address with its place, everything else copies on a click. */
export function RecordTable({ records, label, title, places = [], isCached = false }: RecordTableProps) {
  const passed = useSecondsSince(records[0], isCached)
  return (
    <ScrollArea className="net-table stacked" label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{label('answers.answers.name')}</th>
            <th scope="col">{label('answers.answers.type')}</th>
            <th scope="col" className="number-cell">
              TTL
            </th>
            <th scope="col">{label('answers.answers.data')}</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a message may repeat a record
            <tr key={index}>
              <td className="mono">{record.name}</td>
              <td>{record.type}</td>
              <TtlCell ttl={record.ttl} passed={isCached ? passed : undefined} />
              <td className="mono record-data whole-line">
                <RecordData record={record} place={places.find(({ address }) => address === record.data)?.place ?? null} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

function RecordData({ record: { type, data, text }, place }: { record: DnsRecord; place: Place | null }) {
  if (type !== 'A' && type !== 'AAAA')
    return (
      <>
        <CopyValue words={text ?? data} />
        {text && (
          <small>
            dig: <CopyValue words={data} />
          </small>
        )}
      </>
    )
  return (
    <span className="record-address">
      <AddressLink address={data} /> <PlaceLine place={place} /> <AsLine place={place} />
    </span>
  )
}

/** A heading above records, left out where there are none. */
export function RecordSection({ title, ...props }: RecordTableProps) {
  if (props.records.length === 0) return null
  return (
    <>
      <h2 className="net-subhead">
        {title} <span className="quiet">{props.records.length}</span>
      </h2>
      <RecordTable title={title} {...props} />
    </>
  )
}
