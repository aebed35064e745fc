import '../net/net.css'
import { useState } from 'react'
import { useText } from '../lang.tsx'
import { Chip } from '../net/chip.tsx'
import { AddressLink, AsLine, PlaceLine, type Place } from '../net/place-line.tsx'
import { lookupsText as words } from '../text/net-lookups.ts'
import type { ToolState } from '../tool/view.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'

type Row = {
  readonly address: string
  readonly ttl: number | null
  readonly names: readonly string[]
  readonly isConfirmed: boolean | null
  readonly problem: string | null
  readonly place: (Place & { readonly isHosting: boolean | null }) | null
}
type Output = { readonly query: string; readonly aliases: readonly string[]; readonly addresses: readonly Row[] }

/** Of more addresses those with a name can be shown alone; in a network most have none. */
const FEW = 16

/** The addresses of a name or a network, each with its names, place and network. */
export function Result({ result, isRunning }: ToolState<object, Output>) {
  const t = useText()
  const [isNamedOnly, setNamedOnly] = useState(false)
  if (!result) return null
  const { query, aliases, addresses } = result
  const named = addresses.filter(({ names }) => names.length > 0)
  const isMany = addresses.length > FEW
  const shown = isMany && isNamedOnly ? named : addresses
  return (
    <div className="net-result host-result" aria-busy={isRunning}>
      <div className="net-head">
        <strong>{query}</strong>
        {aliases.length > 0 && <span>{t(words.aliases, { names: aliases.join(' → ') })}</span>}
        <span role="status">{t(words.addresses, { count: addresses.length })}</span>
        {isMany && (
          <span className="segments small" role="group" aria-label={t(words.address)}>
            {[false, true].map((only) => (
              <button key={String(only)} type="button" aria-pressed={only === isNamedOnly} onClick={() => setNamedOnly(only)}>
                {only ? t(words.named, { count: named.length }) : t(words.all)}
              </button>
            ))}
          </span>
        )}
      </div>
      <ScrollArea className="net-table" label={t(words.address)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(words.address)}</th>
              <th scope="col">{t(words.names)}</th>
              <th scope="col">{t(words.where)}</th>
              <th scope="col">{t(words.network)}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ address, ttl, names, isConfirmed, problem, place }) => (
              <tr key={address}>
                <td>
                  <AddressLink address={address} />
                  {ttl !== null && <small>TTL {ttl} s</small>}
                </td>
                <td>
                  {names.length === 0 && problem === null && (
                    <span className="none">{isConfirmed === null && isRunning ? '…' : t(words.noName)}</span>
                  )}
                  {names.map((name) => (
                    <div key={name} className="mono">
                      {name}
                    </div>
                  ))}
                  {isConfirmed !== null && (
                    <Chip tone={isConfirmed ? 'ok' : 'warn'}>{t(isConfirmed ? words.confirmed : words.unconfirmed)}</Chip>
                  )}
                  {problem !== null && <span className="none">{t(words.unchecked, { problem })}</span>}
                </td>
                <td>
                  <PlaceLine place={place} />
                </td>
                <td>
                  <AsLine place={place} />
                  {place?.isHosting && (
                    <div>
                      <Chip tone="plain">{t(words.hosting)}</Chip>
                    </div>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </div>
  )
}
