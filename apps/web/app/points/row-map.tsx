import { useRef } from 'react'
import type { Measurement } from '@octet/core/probe/measurement.ts'
import { toRowMs } from '@octet/core/probe/measurement-figures.ts'
import type { Tone } from '../net/chip.tsx'
import { toViewOfAll, toX, toY } from '../ip/geometry.ts'
import { MapGround } from '../ip/map-ground.tsx'
import { useText } from '../lang.tsx'
import { pointText as words } from '../text/points.ts'
import { toPixel, useDrawingSize } from '../ip/use-drawing-size.ts'
import { toDotPath } from '../ui/dot-path.ts'
import { toRowTone } from './row-tone.ts'
import { toSpots } from './spots.ts'

const RATIO = 2
const TIME_PX = 12
/** Places up to which their times have room beside them. */
const MAX_TIMES = 40
const MAX_TIMES_NARROW = 12
const NARROW_PX = 600
const WORST: readonly Tone[] = ['bad', 'warn', 'ok', 'wait', 'plain']

/** A time that is no zero. */
const toWholeMs = (ms: number): string => (ms < 1 ? '<1' : String(Math.round(ms)))

/** Where the points of a measurement are, each in the colour of its result, with its time beside it. */
export function RowMap({ measurement: { type, results } }: { measurement: Measurement }) {
  const t = useText()
  const svg = useRef<SVGSVGElement>(null)
  const size = useDrawingSize(svg)
  const spots = toSpots(results.map((row) => ({ ...row.probe, row })))
  if (spots.length === 0) return null
  const view = toViewOfAll(spots, RATIO, 60)
  return (
    <section className="net-panel points-map">
      <div className="ip-map">
        <svg
          ref={svg}
          className="map"
          role="img"
          aria-label={t(words.mapLabel)}
          viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
          preserveAspectRatio="xMidYMid meet"
        >
          <MapGround view={view} detail={undefined} />
          {spots.map(({ latitude, longitude, rows }) => {
            const tones = rows.map(({ row }) => toRowTone(type, row))
            const tone = WORST.find((one) => tones.includes(one)) ?? 'plain'
            const times = rows.flatMap(({ row }) => toRowMs(type, row) ?? [])
            return (
              <g key={`${latitude},${longitude}`} className={`spot ${tone}`}>
                <path d={toDotPath(toX(longitude), toY(latitude))} />
                {times.length > 0 && spots.length <= (size && size.width < NARROW_PX ? MAX_TIMES_NARROW : MAX_TIMES) && (
                  <text x={toX(longitude)} y={toY(latitude)} dx="0.9em" dy="0.35em" fontSize={TIME_PX * toPixel(view, size)}>
                    {toWholeMs(Math.min(...times))}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      </div>
      <p>{t(type === 'tls' ? words.mapHelpTls : words.mapHelp)}</p>
    </section>
  )
}
