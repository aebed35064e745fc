import { worldUrl } from 'virtual:octet/assets'
import { WORLD, type ViewBox } from './geometry.ts'
import type { MapDetail } from './map-detail.ts'

/**
 * Land, borders and grid of a plate carrée map (x 0…360, y 0…180), drawn again beside itself where a view crosses 180°. A frame
 * of another shape than the view shows more than it: the ground reaches as far again to each side.
 */
export function MapGround({ view, detail }: { view: ViewBox; detail: MapDetail | undefined }) {
  const drawn = {
    x: view.x - view.width,
    y: Math.max(0, view.y - view.height),
    width: view.width * 3,
    height: Math.min(WORLD.height, view.y + view.height * 2) - Math.max(0, view.y - view.height),
  }
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

/** Meridians and parallels at round degrees, about five of them in a height. */
function toGridPath({ x, y, width, height }: ViewBox, heightInView: number): string {
  const step = [0.5, 1, 2, 5, 10, 15, 30].find((step) => heightInView / step <= 6) ?? 30
  const lines: string[] = []
  for (let at = Math.ceil(x / step) * step; at <= x + width; at += step) lines.push(`M${at} ${y}V${y + height}`)
  for (let at = Math.ceil(y / step) * step; at <= y + height; at += step) lines.push(`M${x} ${at}H${x + width}`)
  return lines.join('')
}
