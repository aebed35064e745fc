import type { TraceResult } from '@octet/core/probe/ping.ts'
import { useText } from '../lang.tsx'
import { probeText as words } from '../text/net-probe.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { AddressLink } from './place-line.tsx'

/** The ways that load balancers chose for the flows of a trace: only the hops at which they differ. */
export function RoutePaths({ paths, pathsNote }: Pick<TraceResult, 'paths' | 'pathsNote'>) {
  const t = useText()
  if (paths.length === 0)
    return (
      pathsNote && (
        <section>
          <h2>{t(words.paths)}</h2>
          <p>{t(pathsNote)}</p>
        </section>
      )
    )
  const total = paths.reduce((sum, { flows }) => sum + flows, 0)
  const longest = Math.max(...paths.map(({ addresses }) => addresses.length))
  const differing = Array.from({ length: longest }, (_, index) => index).filter(
    (index) => new Set(paths.map(({ addresses }) => addresses[index] ?? null)).size > 1,
  )
  return (
    <section>
      <h2>{t(words.paths)}</h2>
      {paths.length === 1 ? (
        <p>{t(words.onePath, { flows: total })}</p>
      ) : (
        <>
          <p>{t(words.manyPaths, { flows: total, count: paths.length })}</p>
          <ScrollArea className="net-table" label={t(words.paths)}>
            <table>
              <thead>
                <tr>
                  <th scope="col" className="number-cell">
                    {t(words.hop)}
                  </th>
                  {paths.map(({ flows, addresses }) => (
                    <th key={addresses.join(' ')} scope="col">
                      {t(words.ofFlows, { flows, total })}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {differing.map((index) => (
                  <tr key={index}>
                    <td className="number-cell">{index + 1}</td>
                    {paths.map(({ addresses }) => {
                      const address = addresses[index]
                      return <td key={addresses.join(' ')}>{address ? <AddressLink address={address} /> : '*'}</td>
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollArea>
        </>
      )}
    </section>
  )
}
