import type { RowData } from '@octet/core/probe/measurement-figures.ts'
import { useLang, useText } from '../lang.tsx'
import { Chip } from '../net/chip.tsx'
import { LineChart } from '../net/line-chart.tsx'
import { AddressLink } from '../net/place-line.tsx'
import { probeText } from '../text/net-probe.ts'
import { pointText as words } from '../text/points.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'

/** Everything a point has seen. */
export function RowDetails({ found }: { found: RowData }) {
  switch (found.type) {
    case 'ping':
      return <PingDetails {...found} />
    case 'traceroute':
    case 'mtr':
      return <TraceDetails {...found} />
    case 'dns':
      return <pre>{found.data.dig}</pre>
    case 'http':
      return <HttpDetails {...found} />
    case 'tls':
      return <TlsDetails {...found} />
  }
}

function PingDetails({ data: { address, packets, sent, received, avgMs, reason } }: Extract<RowData, { type: 'ping' }>) {
  const t = useText()
  return (
    <>
      <p>
        <AddressLink address={address} />
      </p>
      {reason && <p>{t(reason)}</p>}
      <LineChart
        hasDots
        label={t(probeText.chart, { received, sent, avg: avgMs ?? '–' })}
        points={packets.map(({ seq, ms }) => ({ x: seq - 1, y: ms }))}
        maxX={Math.max(1, packets.length - 1)}
        unit="ms"
        mark={undefined}
      />
    </>
  )
}

function TraceDetails({ data: { hops, reason } }: Extract<RowData, { type: 'traceroute' | 'mtr' }>) {
  const t = useText()
  return (
    <>
      {reason && <p>{t(reason)}</p>}
      <ScrollArea className="net-table" label={t(probeText.hops)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(probeText.hop)}</th>
              <th scope="col">{t(probeText.who)}</th>
              <th scope="col" className="number-cell">
                {t(words.loss)}
              </th>
              <th scope="col" className="number-cell">
                {t(words.times)}
              </th>
            </tr>
          </thead>
          <tbody>
            {hops.map(({ ttl, addresses, names, isUnreachable, lossPercent, bestMs, avgMs, worstMs }) => (
              <tr key={ttl}>
                <td>{ttl}</td>
                <td>
                  {addresses.length === 0 && !isUnreachable && t(probeText.silent)}
                  {addresses.map((one) => (
                    <AddressLink key={one} address={one} />
                  ))}
                  {isUnreachable && t(probeText.unreachableHop)}
                  {names.some(Boolean) && <small>{names.filter(Boolean).join(', ')}</small>}
                </td>
                <td className="number-cell">{lossPercent === null ? '–' : `${Math.round(lossPercent)}%`}</td>
                <td className="number-cell">{avgMs === null ? '–' : `${bestMs} · ${avgMs} · ${worstMs} ms`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </>
  )
}

function HttpDetails({ data: { hops } }: Extract<RowData, { type: 'http' }>) {
  return (
    <ol className="row-hops">
      {hops.map(({ url, status, meaning, address, headers }) => (
        <li key={url}>
          <strong>
            {status} {meaning}
          </strong>{' '}
          <span className="mono">{url}</span> {address && <AddressLink address={address} />}
          <pre>{headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}</pre>
        </li>
      ))}
    </ol>
  )
}

function TlsDetails({ data: { address, protocol, cipher, certificates, checks } }: Extract<RowData, { type: 'tls' }>) {
  const lang = useLang()
  const [leaf] = certificates
  return (
    <>
      <p>
        <AddressLink address={address} /> {protocol} {cipher}
      </p>
      {leaf && (
        <p className="mono">
          {leaf.subject} ← {leaf.issuer}, {leaf.validFrom.slice(0, 10)} – {leaf.validTo.slice(0, 10)}
        </p>
      )}
      <ul className="row-checks">
        {checks.map(({ id, verdict, text }) => (
          <li key={id}>
            <Chip tone={verdict === 'good' ? 'ok' : verdict === 'notice' ? 'warn' : 'bad'}>{text[lang]}</Chip>
          </li>
        ))}
      </ul>
    </>
  )
}
