import '../ip/ip.css'
import '../net/net.css'
import './traceroute.css'
import type { MouseEvent } from 'react'
import type { TraceHop, TraceResult } from '@octet/core/probe/ping.ts'
import { savePng } from '../ip/map-picture.ts'
import { useText } from '../lang.tsx'
import { Chip } from '../net/chip.tsx'
import { FromElsewhere } from '../net/from-elsewhere.tsx'
import { EndlessButton } from '../net/endless-button.tsx'
import { toFigure } from '../net/figures.ts'
import { mergeHops, mergePaths } from '../net/merge-runs.ts'
import { AddressLink, AsLine, PlaceLine, type Place } from '../net/place-line.tsx'
import { RouteMap } from '../net/route-map.tsx'
import { RoutePaths } from '../net/route-paths.tsx'
import { toRouteStops } from '../net/route-stops.ts'
import { useSchemaWords } from '../net/schema-words.ts'
import { useEndless } from '../net/use-endless.ts'
import { TextOutput } from '../result/text-output.tsx'
import { ipText } from '../text/ip.ts'
import { probeText as words } from '../text/net-probe.ts'
import { toTextFile } from '../tool/download.ts'
import { saveFile } from '../tool/result-actions.tsx'
import type { ToolState } from '../tool/view.ts'
import { Button } from '../ui/button.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'

type Hop = TraceHop & { readonly place: Place | null }
type Output = Omit<TraceResult, 'hops'> & {
  readonly hops: readonly Hop[]
  readonly asPath: readonly { readonly asn: number; readonly name: string | null }[]
  readonly text: string
}

const ENDLESS = {
  toKey: ({ target, address }: Output) => `${target} ${address}`,
  merge: (before: Output, after: Output): Output => ({
    ...after,
    hops: mergeHops(before.hops, after.hops),
    paths: mergePaths(before.paths, after.paths),
  }),
}

/** The way to a host: each hop as it answers, the networks it goes through, and a map. */
export function Result(tool: ToolState<object, Output>) {
  const t = useText()
  const { option, label } = useSchemaWords(tool.card.output)
  const { shown, ...endless } = useEndless(tool, ENDLESS)
  if (!shown) return null
  const isRunning = tool.isRunning || endless.isGoing
  const { target, address, hops, paths, pathsNote, reason, step, isReached, asPath, text } = shown
  const stops = toRouteStops(hops)
  const name = `route-${target}`
  const saveMap = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const map = currentTarget.closest('section')?.querySelector<SVGSVGElement>('svg.map')
    if (map) void savePng(map, t(ipText.attribution), name)
  }
  return (
    <div className="net-result trace-result" aria-busy={isRunning}>
      <div className="net-head" role="status">
        <strong>{address}</strong>
        {target !== address && <span>{target}</span>}
        <Chip tone={isReached ? 'ok' : isRunning ? 'wait' : 'warn'}>
          {isReached ? t(words.reached, { count: hops.length }) : t(isRunning ? words.onTheWay : words.notReached)}
        </Chip>
        <Chip tone="plain">{t(words.sentBy, { step: option('step', step) })}</Chip>
        <EndlessButton {...endless} />
        <FromElsewhere type="traceroute" target={target} />
      </div>
      {reason && (
        <section>
          <p>{t(reason)}</p>
        </section>
      )}
      <section>
        <HopTable hops={hops} label={label} />
      </section>
      <RoutePaths paths={paths} pathsNote={pathsNote} />
      <section>
        <h2>{t(words.asPath)}</h2>
        {asPath.length > 0 ? (
          <ol className="as-path">
            {asPath.map(({ asn, name }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a path may pass a network twice
              <li key={index}>
                <span>
                  AS{asn} <small>{name}</small>
                </span>
              </li>
            ))}
          </ol>
        ) : (
          <p>{t(words.asNone)}</p>
        )}
      </section>
      {stops.length > 0 && (
        <section>
          <h2>{t(words.map)}</h2>
          <RouteMap stops={stops} label={t(words.mapLabel, { places: stops.map(({ name }) => name).join(' → ') })} />
          <p>{t(words.mapHelp)}</p>
          <Button kind="ghost" icon="Download" onClick={saveMap}>
            {t(words.savePng)}
          </Button>
        </section>
      )}
      <section>
        <h2>{t(words.text)}</h2>
        <TextOutput text={text} language="" label={t(words.text)} />
        <Button
          kind="ghost"
          icon="Download"
          onClick={() => saveFile(toTextFile(name, `${JSON.stringify(shown, null, 2)}\n`, 'json'))}
        >
          {t(words.saveJson)}
        </Button>
      </section>
    </div>
  )
}

/** Columns as mtr has them; milliseconds. */
const FIGURES = ['lastMs', 'bestMs', 'avgMs', 'worstMs', 'stdevMs', 'jitterMs'] as const

function HopTable({ hops, label }: { hops: readonly Hop[]; label: (path: string) => string }) {
  const t = useText()
  const worst = hops.reduce((max, { worstMs }) => Math.max(max, worstMs ?? 0), 1)
  return (
    <ScrollArea className="net-table hop-table" label={t(words.hops)}>
      <table>
        <thead>
          <tr>
            <th scope="col" className="number-cell">
              {t(words.hop)}
            </th>
            <th scope="col">{t(words.who)}</th>
            <th scope="col">{t(words.network)}</th>
            <th scope="col">{t(words.place)}</th>
            <th scope="col" className="number-cell">
              {t(words.loss)}
            </th>
            {FIGURES.map((name) => (
              <th key={name} scope="col" className="number-cell">
                {label(`hops.${name}`)}
              </th>
            ))}
            <th scope="col">{t(words.times)}</th>
          </tr>
        </thead>
        <tbody>
          {hops.map((hop, index) => (
            <HopRow key={hop.ttl} hop={hop} worst={worst} label={label} isLossOnlyHere={isLossOnlyHere(hops, index)} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

type HopRowProps = {
  readonly hop: Hop
  readonly worst: number
  readonly label: (path: string) => string
  readonly isLossOnlyHere: boolean
}

function HopRow({ hop, worst, label, isLossOnlyHere }: HopRowProps) {
  const t = useText()
  const { ttl, addresses, names, place, lossPercent, sent, received, avgMs, bestMs, worstMs, mpls, isTarget, isUnreachable } = hop
  return (
    <tr>
      <td className="number-cell">{ttl}</td>
      <td>
        {addresses.length === 0 && !isUnreachable && <span className="none">{t(words.silent)}</span>}
        {addresses.map((address, i) => (
          <div key={address}>
            <AddressLink address={address} /> {names[i] && names[i] !== address && <small>{names[i]}</small>}
          </div>
        ))}
        {isUnreachable && <span className="none">{t(words.unreachableHop)}</span>}
        {isTarget && <Chip tone="ok">{t(words.target)}</Chip>}
        {mpls.length > 0 && <small>{t(words.mpls, { labels: mpls.join(', ') })}</small>}
      </td>
      <td>
        <AsLine place={place} />
      </td>
      <td>
        <PlaceLine place={place} />
      </td>
      <td className="number-cell" data-label={t(words.loss)} {...(isLossOnlyHere ? { title: t(words.lossOne) } : {})}>
        {lossPercent === null || addresses.length === 0 ? '–' : `${lossPercent}%${isLossOnlyHere ? '\u00A0*' : ''}`}
        <small>
          {received}/{sent}
        </small>
      </td>
      {FIGURES.map((name) => (
        <td key={name} className="number-cell" data-label={label(`hops.${name}`)}>
          {hop[name] === null ? '–' : toFigure(hop[name])}
        </td>
      ))}
      <td>
        {avgMs !== null && bestMs !== null && worstMs !== null && (
          <TimeBar bestMs={bestMs} avgMs={avgMs} worstMs={worstMs} top={worst} />
        )}
      </td>
    </tr>
  )
}

type TimeBarProps = { readonly bestMs: number; readonly avgMs: number; readonly worstMs: number; readonly top: number }

/** From the shortest to the longest time, with a mark at the mean; the figures stand beside it. */
function TimeBar({ bestMs, avgMs, worstMs, top }: TimeBarProps) {
  const x = (ms: number) => (ms / top) * 100
  return (
    <svg className="hop-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M${x(bestMs)} 5H${Math.max(x(worstMs), x(bestMs) + 1)}`} />
      <path className="mean" d={`M${x(avgMs)} 0V10`} />
    </svg>
  )
}

/** Loss at a hop whose successors lose less is a router that answers rarely. */
function isLossOnlyHere(hops: readonly Hop[], index: number): boolean {
  const loss = hops[index]?.lossPercent ?? 0
  return (
    loss > 0 && hops.slice(index + 1).some(({ lossPercent, addresses }) => addresses.length > 0 && (lossPercent ?? 100) < loss)
  )
}
