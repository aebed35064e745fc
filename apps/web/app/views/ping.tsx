import '../net/net.css'
import './ping.css'
import type { ReactNode } from 'react'
import type { PingResult } from '@octet/core/probe/ping.ts'
import { Chip, type Tone } from '../net/chip.tsx'
import { FromElsewhere } from '../net/from-elsewhere.tsx'
import { EndlessButton } from '../net/endless-button.tsx'
import { LaneChart, LaneName } from '../net/lane-chart.tsx'
import { LineChart } from '../net/line-chart.tsx'
import { mergePings } from '../net/merge-runs.ts'
import { AsLine, PlaceLine, type Place } from '../net/place-line.tsx'
import { useSchemaWords } from '../net/schema-words.ts'
import { SoundButton } from '../net/sound-button.tsx'
import { Stat } from '../net/stat.tsx'
import { useEndless } from '../net/use-endless.ts'
import { useText } from '../lang.tsx'
import { probeText as words } from '../text/net-probe.ts'
import type { ToolState } from '../tool/view.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'

type Lane = PingResult & { readonly place: Place | null }
type Output = Lane & {
  readonly others: readonly Lane[]
  readonly failures: readonly { readonly target: string; readonly message: string }[]
}
type PingTool = ToolState<{ readonly count?: number }, Output>
type Words = ReturnType<typeof useSchemaWords>

const TONES: Readonly<Record<Lane['packets'][number]['outcome'], Tone>> = {
  reply: 'ok',
  refused: 'ok',
  expired: 'warn',
  unreachable: 'bad',
  oversized: 'bad',
  timeout: 'bad',
}
/** At this loss a connection feels broken. */
const BAD_LOSS_PERCENT = 5
/** Rows of single packets; an endless ping has thousands. */
const MAX_ROWS = 60

const toLaneKey = ({ target, address }: Lane) => `${target} ${address}`

const ENDLESS = {
  toKey: ({ others, ...first }: Output) => [first, ...others].map(toLaneKey).join('\n'),
  merge: (before: Output, after: Output): Output => ({
    ...mergePings(before, after),
    others: after.others.map((lane, index) => {
      const last = before.others[index]
      return last && toLaneKey(last) === toLaneKey(lane) ? mergePings(last, lane) : lane
    }),
  }),
}

/** Round trips as they come: figures, chart, and a row for each packet; several targets side by side. */
export function Result(tool: PingTool) {
  const t = useText()
  const schema = useSchemaWords(tool.card.output)
  const { shown, ...endless } = useEndless(tool, ENDLESS)
  if (!shown) return null
  const isBusy = tool.isRunning || endless.isGoing
  // Until the first packet of this run, what is on show is that of the last one.
  const isCounted = (tool.isRunning && tool.isPart) || endless.isGoing
  const { others, failures, ...first } = shown
  const count = Math.max(
    endless.isGoing ? 0 : Number(tool.input.count ?? 0),
    ...[first, ...others].map(({ packets }) => packets.length),
  )
  const button = (
    <>
      <EndlessButton {...endless} />
      {endless.isGoing && <SoundButton lanes={[first, ...others]} />}
    </>
  )
  const parts = { count, isCounted, isGoing: endless.isGoing, button, ...schema }
  return (
    <div className="net-result ping-result" aria-busy={isBusy}>
      {others.length > 0 ? <Lanes lanes={[first, ...others]} {...parts} /> : <OneLane lane={first} {...parts} />}
      {others.length > 0 && <Reasons lanes={[first, ...others]} />}
      {failures.map(({ target, message }) => (
        <p key={target + message} className="quiet lane-failure">
          {t(words.failed, { target, message })}
        </p>
      ))}
    </div>
  )
}

/** Who stood in the way of which target. */
function Reasons({ lanes }: { lanes: readonly Lane[] }) {
  const t = useText()
  return lanes.map(
    (lane) =>
      lane.reason && (
        <p key={toLaneKey(lane)} className="quiet lane-failure">
          {lane.target} · {t(lane.reason)}
        </p>
      ),
  )
}

type Parts = Words & {
  readonly count: number
  readonly isCounted: boolean
  readonly isGoing: boolean
  readonly button: ReactNode
}

function OneLane({ lane, count, isCounted, isGoing, button, label, option }: Parts & { lane: Lane }) {
  const t = useText()
  const { target, address, otherAddresses, place, step, packets, sent, received, avgMs, reason } = lane
  const progress = isGoing ? t(words.progressEndless, { sent }) : t(words.progress, { sent, count })
  return (
    <>
      <div className="net-head">
        <strong>{address}</strong>
        {target !== address && <span>{target}</span>}
        <PlaceLine place={place} />
        <AsLine place={place} />
        <Chip tone="plain">{t(words.sentBy, { step: option('step', step) })}</Chip>
        {button}
        <FromElsewhere type="ping" target={target} />
      </div>
      <Figures {...lane} label={label} />
      {reason && (
        <section>
          <p>{t(reason)}</p>
        </section>
      )}
      <section>
        <LineChart
          hasDots={packets.length <= MAX_ROWS}
          label={t(words.chart, { received, sent, avg: avgMs ?? '–' })}
          points={packets.map(({ seq, ms }) => ({ x: seq - 1, y: ms }))}
          maxX={Math.max(1, count - 1)}
          unit="ms"
          mark={avgMs === null ? undefined : { y: avgMs, words: label('avgMs') }}
        />
        <p role="status">
          {isCounted ? progress : t(words.chartHelp)}
          {otherAddresses.length > 0 && ` ${t(words.alsoAt, { addresses: otherAddresses.join(', ') })}`}
        </p>
      </section>
      <PacketTable packets={packets} label={label} option={option} />
    </>
  )
}

const LANE_FIGURES = ['minMs', 'avgMs', 'p95Ms', 'maxMs', 'jitterMs'] as const

function Lanes({ lanes, count, isCounted, isGoing, button, label, option }: Parts & { lanes: readonly Lane[] }) {
  const t = useText()
  const sent = Math.max(...lanes.map((lane) => lane.sent))
  return (
    <>
      <div className="net-head">
        <strong>{t(words.targets)}</strong>
        <span role="status">{isCounted && t(isGoing ? words.progressEndless : words.progress, { sent, count })}</span>
        <Chip tone="plain">{t(words.sentBy, { step: option('step', lanes[0]?.step ?? 'tcp') })}</Chip>
        {button}
      </div>
      <section>
        <LaneChart
          label={t(words.lanesChart, { count: lanes.length })}
          lanes={lanes.map(({ address, packets }) => ({
            name: address,
            points: packets.map(({ seq, ms }) => ({ x: seq - 1, y: ms })),
          }))}
          maxX={Math.max(1, count - 1)}
          unit="ms"
        />
        <p>{t(words.lanesHelp)}</p>
      </section>
      <section>
        <ScrollArea className="net-table" label={t(words.targets)}>
          <table>
            <thead>
              <tr>
                <th scope="col">{label('target')}</th>
                <th scope="col">{label('place')}</th>
                <th scope="col" className="number-cell">
                  {t(words.loss)}
                </th>
                {LANE_FIGURES.map((name) => (
                  <th key={name} scope="col" className="number-cell">
                    {label(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lanes.map((lane, index) => (
                <tr key={toLaneKey(lane)}>
                  <td>
                    <LaneName index={index}>{lane.address}</LaneName>
                    {lane.target !== lane.address && <small>{lane.target}</small>}
                  </td>
                  <td>
                    <PlaceLine place={lane.place} />
                    <small>
                      <AsLine place={lane.place} />
                    </small>
                  </td>
                  <td className="number-cell">{lane.lossPercent === null ? '–' : `${lane.lossPercent}%`}</td>
                  {LANE_FIGURES.map((name) => (
                    <td key={name} className="number-cell">
                      {lane[name] === null ? '–' : `${lane[name]} ms`}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      </section>
    </>
  )
}

function PacketTable({ packets, label, option }: Words & Pick<Lane, 'packets'>) {
  const t = useText()
  const isCut = packets.length > MAX_ROWS
  // mtr-packet, as TCP and HTTP, tells none
  const hasTtl = packets.some(({ ttl }) => ttl !== null)
  return (
    <section>
      {isCut && <h2>{t(words.lastPackets, { count: MAX_ROWS })}</h2>}
      <ScrollArea className="net-table" label={t(words.packets)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{label('packets.seq')}</th>
              <th scope="col" className="number-cell">
                {label('packets.ms')}
              </th>
              {hasTtl && (
                <th scope="col" className="number-cell">
                  TTL
                </th>
              )}
              <th scope="col">{label('packets.from')}</th>
              <th scope="col">{label('packets.outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {(isCut ? packets.slice(-MAX_ROWS).reverse() : packets).map(({ seq, ms, ttl, from, outcome }) => (
              <tr key={seq}>
                <td>{seq}</td>
                <td className="number-cell">{ms === null ? '–' : `${ms} ms`}</td>
                {hasTtl && <td className="number-cell">{ttl ?? '–'}</td>}
                <td className="mono">{from ?? '–'}</td>
                <td>
                  <Chip tone={TONES[outcome]}>{option('packets.outcome', outcome)}</Chip>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  )
}

const FIGURES = ['minMs', 'avgMs', 'medianMs', 'p95Ms', 'maxMs', 'jitterMs', 'mdevMs'] as const

function Figures({ label, ...result }: Lane & { label: (path: string) => string }) {
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
