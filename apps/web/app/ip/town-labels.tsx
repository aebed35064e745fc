import { useRef } from 'react'
import { useLang, useText } from '../lang.tsx'
import { mapText } from '../text/ip-map.ts'
import { toDotPath } from '../ui/dot-path.ts'
import { toX, toY, type Point, type ViewBox } from './geometry.ts'
import type { TownRow } from './map-detail.ts'
import { GAP_PX, LABEL_PX, placeLabels, toFrame, toFreeBox, type Box, type Size } from './place-labels.ts'
import { useDrawingSize } from './use-drawing-size.ts'

/** Where the credit stands. */
const CREDIT: Box = { left: 0, top: 0, right: 110, bottom: 22 }

type TownLabelsProps = {
  /** None before they have been loaded. */
  readonly towns: readonly TownRow[] | undefined
  readonly view: ViewBox
  /** Points that are shown, which names keep away from. */
  readonly points: readonly Point[]
  /** Degrees of longitude are drawn narrower by this factor. */
  readonly squeeze?: number
  /** The drawing covers its frame (`slice`) and is not shown whole (`meet`). */
  readonly isCovering?: boolean
  /** What lies above the map, from its right lower corner. */
  readonly corner?: Size
}

/** Names of towns on a map, as large at every scale, and the credit they ask for. */
export function TownLabels({ towns, view, points, squeeze = 1, isCovering = false, corner }: TownLabelsProps) {
  const t = useText()
  const lang = useLang()
  const group = useRef<SVGGElement>(null)
  const size = useDrawingSize(group)
  if (!towns || !size) return <g ref={group} />
  const frame = toFrame(view, size, squeeze, isCovering)
  const free: Box[] = [CREDIT, ...points.map(({ longitude, latitude }) => toFreeBox(frame, toX(longitude), toY(latitude)))]
  if (corner)
    free.push({ left: size.width - corner.width, top: size.height - corner.height, right: size.width, bottom: size.height })
  const px = 1 / frame.pxPerY
  const [left, top] = [frame.x * squeeze, frame.y]
  return (
    <g ref={group} className="towns">
      {placeLabels(towns, frame, free, lang).map(({ name, x, y, isLeft }) => (
        <g key={`${name} ${x} ${y}`}>
          <path d={toDotPath(left + x * px, top + y * px)} />
          <text
            x={left + (x + (isLeft ? -GAP_PX : GAP_PX)) * px}
            y={top + (y + LABEL_PX * 0.35) * px}
            fontSize={LABEL_PX * px}
            strokeWidth={3 * px}
            textAnchor={isLeft ? 'end' : 'start'}
          >
            {name}
          </text>
        </g>
      ))}
      <text className="credit" x={left + 10 * px} y={top + 16 * px} fontSize={10 * px} strokeWidth={3 * px}>
        {t(mapText.townsCredit)}
      </text>
    </g>
  )
}
