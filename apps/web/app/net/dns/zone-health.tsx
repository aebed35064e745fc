import type { DnsHealth } from '@octet/core/probe/dns.ts'
import { useText } from '../../lang.tsx'
import { dnsText as words } from '../../text/net-dns.ts'
import { Chip } from '../chip.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'

const TONES = { good: 'ok', notice: 'warn', bad: 'bad' } as const
const COLUMNS = ['name', 'address', 'isAuthoritative', 'serial', 'ms', 'note'] as const

/** Verdicts on a zone, the bad ones first, and its name servers. */
export function ZoneHealth({ health, label }: { health: DnsHealth; label: (path: string) => string }) {
  const t = useText()
  const order = ['bad', 'notice', 'good']
  const checks = health.checks.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
  const toBoolean = (value: boolean | null) => t(value === null ? words.unknown : value ? words.yes : words.no)
  return (
    <>
      <section>
        <h2>
          {t(words.checks)} <span className="quiet">{health.zone}</span>
        </h2>
        <ul className="dns-checks">
          {checks.map(({ id, verdict, text }) => (
            <li key={id}>
              <Chip tone={TONES[verdict]}>{t(words[verdict])}</Chip> <span>{t(text)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t(words.servers)}</h2>
        <ScrollArea className="net-table" label={t(words.servers)}>
          <table>
            <thead>
              <tr>
                {COLUMNS.map((name) => (
                  <th key={name} scope="col">
                    {label(`health.nameServers.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {health.nameServers.map(({ name, address, isAuthoritative, serial, ms, note }) => (
                <tr key={`${name} ${address}`}>
                  <td className="mono">{name}</td>
                  <td className="mono">{address}</td>
                  <td>{toBoolean(isAuthoritative)}</td>
                  <td>{serial ?? '–'}</td>
                  <td>{ms === null ? '–' : `${ms} ms`}</td>
                  <td>{note && t(note)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      </section>
    </>
  )
}
