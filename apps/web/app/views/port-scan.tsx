import '../net/net.css'
import './port-scan.css'
import { useState } from 'react'
import type { PortRow, PortScan } from '@octet/core/probe/ports.ts'
import { useText } from '../lang.tsx'
import { Chip, type Tone } from '../net/chip.tsx'
import { useSchemaWords } from '../net/schema-words.ts'
import { Stat } from '../net/stat.tsx'
import { probeText as words } from '../text/net-probe.ts'
import type { ToolState } from '../tool/view.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'

type Row = PortRow & { readonly service: string | null }
type Output = Omit<PortScan, 'ports'> & { readonly ports: readonly Row[]; readonly isOwn: boolean }
type State = Row['state']

const TONES: Readonly<Record<State, Tone>> = { open: 'ok', closed: 'wait', filtered: 'warn', unreachable: 'warn' }
const STATES = ['open', 'closed', 'filtered', 'unreachable'] as const

/** How many ports are in which state, and each with what answers there. */
export function Result({ card, result, isRunning }: ToolState<object, Output>) {
  const t = useText()
  const { label, option } = useSchemaWords(card.output)
  const [shown, setShown] = useState<State>()
  if (!result) return null
  const { target, address, protocol, isOwn, asked, total, ports } = result
  const rows = ports.filter(({ state }) => !shown || state === shown)
  const toState = (state: State) => option('ports.state', state)
  return (
    <div className="net-result ports-result" aria-busy={isRunning}>
      <div className="net-head">
        <strong>{address}</strong>
        {target !== address && <span>{target}</span>}
        {isOwn && <Chip tone="plain">{t(words.own)}</Chip>}
        <span role="status">{t(words.asked, { asked, total })}</span>
      </div>
      <dl className="net-stats">
        {STATES.map((state) => (
          <Stat
            key={state}
            label={toState(state)}
            value={result[state]}
            note={t(protocol === 'udp' ? words[`${state}UdpMeans`] : words[`${state}Means`])}
          />
        ))}
      </dl>
      <div className="port-filter">
        <span className="segments small" role="group" aria-label={t(words.filter)}>
          {([undefined, ...STATES] as const).map((state) => (
            <button key={state ?? 'all'} type="button" aria-pressed={shown === state} onClick={() => setShown(state)}>
              {state ? `${toState(state)} ${result[state]}` : t(words.showAll)}
            </button>
          ))}
        </span>
      </div>
      {rows.length === 0 && !isRunning ? (
        <p className="quiet">{t(words.none)}</p>
      ) : (
        <PortTable rows={rows} protocol={protocol} label={label} toState={toState} />
      )}
    </div>
  )
}

type PortTableProps = {
  readonly rows: readonly Row[]
  readonly protocol: PortScan['protocol']
  readonly label: (path: string) => string
  readonly toState: (state: State) => string
}

function PortTable({ rows, protocol, label, toState }: PortTableProps) {
  const t = useText()
  return (
    <ScrollArea className="net-table stacked" label={t(words.ports)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{label('ports.port')}</th>
            <th scope="col">{label('ports.state')}</th>
            <th scope="col" className="number-cell">
              {label('ports.ms')}
            </th>
            <th scope="col">{label('ports.service')}</th>
            <th scope="col">{t(words.answer)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.port}>
              <td>
                <strong>{row.port}</strong>
                {protocol === 'udp' && '/udp'}
              </td>
              <td>
                <Chip tone={TONES[row.state]}>{toState(row.state)}</Chip>
              </td>
              <td className="number-cell">{row.ms === null ? '–' : `${row.ms} ms`}</td>
              <td>{row.service ?? '–'}</td>
              <td className="whole-line">
                <PortAnswer {...row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

/** What a service says of itself: page, certificate, greeting. */
function PortAnswer({ http, tls, banner, rejectedBy }: Row) {
  const t = useText()
  return (
    <span className="port-answer">
      {rejectedBy && <span>{t(words.rejectedBy, { address: rejectedBy })}</span>}
      {http && <span>{[`HTTP ${http.status}`, http.title, http.server].filter(Boolean).join(' · ')}</span>}
      {tls && (
        <span>
          {[tls.protocol, tls.alpn, tls.subject, tls.expires && t(words.until, { date: tls.expires.slice(0, 10) })]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
      {banner && <code>{banner}</code>}
    </span>
  )
}
