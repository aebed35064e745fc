import type { IpRecord } from '@octet/core/ip/record.ts'
import { LookupLine } from '../ip/lookup-line.tsx'
import { OtherAddresses } from '../ip/other-addresses.tsx'
import { RecordView } from '../ip/record-view.tsx'
import { useOwnFailure, useOwnRecord } from '../ip/use-own-record.ts'
import { useText } from '../lang.tsx'
import { ipText } from '../text/ip.ts'
import { StatusLine } from '../tool/status-line.tsx'
import { isAsked, toRoom, type ToolState } from '../tool/view.ts'

type Found = IpRecord & { readonly query: string; readonly hostname: string | null; readonly others: readonly IpRecord[] }

/** Any address or domain, and all that is known about it; before the first question the visitor's own. */
export default function IpView(tool: ToolState<Readonly<Record<string, unknown>>, Found>) {
  const { result, isRunning, error } = tool
  return (
    <div className={`ip-view ${toRoom(tool) ? 'asked' : ''}`} style={toRoom(tool)}>
      <LookupLine {...tool} />
      {(error || isAsked(tool)) && <StatusLine {...tool} />}
      <div className={isRunning || error ? 'is-stale' : ''} aria-busy={isRunning}>
        {result ? <FoundRecord {...result} /> : !error && <OwnExample />}
      </div>
    </div>
  )
}

function FoundRecord({ query, hostname, others, ...record }: Found) {
  const t = useText()
  const intro = hostname && (
    <p className="ip-intro">
      {others.length > 0
        ? t(ipText.resolvedMore, { name: hostname, count: others.length + 1 })
        : t(ipText.resolvedFrom, { name: hostname })}
    </p>
  )
  return (
    <RecordView key={record.ip} record={record} query={hostname ?? query} intro={intro}>
      {hostname && others.length > 0 && <OtherAddresses name={hostname} records={others} />}
    </RecordView>
  )
}

/** What a page without a question shows. */
function OwnExample() {
  const t = useText()
  const own = useOwnRecord()
  const failure = useOwnFailure()
  if (!own && failure) return <p className="ip-intro">{failure}</p>
  if (!own) return <p className="ip-intro awaited">{t(ipText.asking)}</p>
  return <RecordView record={own} isOwn intro={<p className="ip-intro">{t(ipText.yoursHelp)}</p>} />
}
