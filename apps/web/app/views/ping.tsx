import '../net/net.css'
import type { PingResult } from '@octet/core/probe/ping.ts'
import { Chip, type Tone } from '../net/chip.tsx'
import { LineChart } from '../net/line-chart.tsx'
import { AsLine, PlaceLine, type Place } from '../net/place-line.tsx'
import { useSchemaWords } from '../net/schema-words.ts'
import { Stat } from '../net/stat.tsx'
import { useText } from '../lang.tsx'
import { probeText as words } from '../text/net-probe.ts'
import type { ToolState } from '../tool/view.ts'

type Output = PingResult & { readonly place: Place | null }
type PingTool = ToolState<{ readonly count?: number }, Output>

const TONES: Readonly<Record<Output['packets'][number]['outcome'], Tone>> = {
  reply: 'ok',
  refused: 'ok',
  expired: 'warn',
  unreachable: 'bad',
  timeout: 'bad',
}
/** At this loss a connection feels broken. */
const BAD_LOSS_PERCENT = 5

/** Round trips as they come: figures, chart, and a row for each packet. */
export function Result({ card, result, input, isRunning }: PingTool) {
  const t = useText()
  const { label, option } = useSchemaWords(card.output)
  if (!result) return null
  const { target, address, otherAddresses, place, step, packets, sent, received, avgMs } = result
  const count = Math.max(Number(input.count ?? 0), packets.length)
  return (
    <div className="net-result ping-result" aria-busy={isRunning}>
      <div className="net-head">
        <strong>{address}</strong>
        {target !== address && <span>{target}</span>}
        <PlaceLine place={place} />
        <AsLine place={place} />
        <Chip tone="plain">{t(words.sentBy, { step: option('step', step) })}</Chip>
      </div>
      <Figures {...result} label={label} />
      <section>
        <LineChart
          hasDots
          label={t(words.chart, { received, sent, avg: avgMs ?? '–' })}
          points={packets.map(({ seq, ms }) => ({ x: seq - 1, y: ms }))}
          maxX={Math.max(1, count - 1)}
          unit="ms"
          mark={avgMs === null ? undefined : { y: avgMs, words: label('avgMs') }}
        />
        <p role="status">
          {isRunning ? t(words.progress, { sent, count }) : t(words.chartHelp)}
          {otherAddresses.length > 0 && ` ${t(words.alsoAt)}: ${otherAddresses.join(', ')}`}
        </p>
      </section>
      <section>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls can be reached by the keyboard */}
        <div className="net-table" tabIndex={0} role="region" aria-label={t(words.packets)}>
          <table>
            <thead>
              <tr>
                <th scope="col">{label('packets.seq')}</th>
                <th scope="col" className="number-cell">
                  {label('packets.ms')}
                </th>
                <th scope="col" className="number-cell">
                  TTL
                </th>
                <th scope="col">{label('packets.from')}</th>
                <th scope="col">{label('packets.outcome')}</th>
              </tr>
            </thead>
            <tbody>
              {packets.map(({ seq, ms, ttl, from, outcome }) => (
                <tr key={seq}>
                  <td>{seq}</td>
                  <td className="number-cell">{ms === null ? '–' : `${ms} ms`}</td>
                  <td className="number-cell">{ttl ?? '–'}</td>
                  <td className="mono">{from ?? '–'}</td>
                  <td>
                    <Chip tone={TONES[outcome]}>{option('packets.outcome', outcome)}</Chip>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </div>
  )
}

const FIGURES = ['minMs', 'avgMs', 'medianMs', 'p95Ms', 'maxMs', 'jitterMs', 'mdevMs'] as const

function Figures({ label, ...result }: Output & { label: (path: string) => string }) {
  const t = useText()
  const { lossPercent, sent, received } = result
  const tone = lossPercent === null ? undefined : lossPercent === 0 ? 'ok' : lossPercent < BAD_LOSS_PERCENT ? 'warn' : 'bad'
  return (
    <dl className="net-stats">
      <Stat label={t(words.loss)} value={lossPercent} unit="%" tone={tone} note={t(words.ofSent, { received, sent })} />
      {FIGURES.map((name) => (
        <Stat key={name} label={label(name)} value={result[name]} unit="ms" />
      ))}
    </dl>
  )
}
