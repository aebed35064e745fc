import { worldUrl } from 'virtual:octet/assets'
import { toThousandths, WORLD, type ViewBox } from './geometry.ts'
import type { Coasts } from './map-detail.ts'

type MapGroundProps = {
  readonly view: ViewBox
  readonly detail: Coasts | undefined
  /** The frame may have another shape and show more than the view: the ground reaches as far again to each side. */
  readonly isWider?: boolean
}

/** Land, borders and grid of a plate carrée map (x 0…360, y 0…180), drawn again beside itself where it crosses 180°. */
export function MapGround({ view, detail, isWider = false }: MapGroundProps) {
  const drawn = isWider ? widen(view) : view
  const shifts = [0, ...(drawn.x < 0 ? [-360] : []), ...(drawn.x + drawn.width > 360 ? [360] : [])]
  return (
    <>
      {shifts.map((shift) => (
        <g key={shift} {...(shift && { transform: `translate(${shift} 0)` })}>
          {detail ? (
            <>
              <path className="land" d={detail.land} />
              <path className="borders" d={detail.borders} />
            </>
          ) : (
            <use href={`${worldUrl}#land`} className="land" width="360" height="180" />
          )}
        </g>
      ))}
      <path className="grid" d={toGridPath(drawn, view.height)} />
    </>
  )
}

function widen({ x, y, width, height }: ViewBox): ViewBox {
  const top = Math.max(0, y - height)
  return { x: x - width, y: top, width: width * 3, height: Math.min(WORLD.height, y + height * 2) - top }
}

/** Meridians and parallels at round degrees, about five of them in a height. */
function toGridPath({ x, y, width, height }: ViewBox, heightInView: number): string {
  const step = [0.5, 1, 2, 5, 10, 15, 30].find((step) => heightInView / step <= 6) ?? 30
  const lines: string[] = []
  const [right, bottom] = [toThousandths(x + width), toThousandths(y + height)]
  for (let at = Math.ceil(x / step) * step; at <= right; at += step) lines.push(`M${at} ${y}V${bottom}`)
  for (let at = Math.ceil(y / step) * step; at <= bottom; at += step) lines.push(`M${x} ${at}H${right}`)
  return lines.join('')
}
