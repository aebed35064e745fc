import { worldUrl } from 'virtual:octet/assets'
import type { ViewBox } from './geometry.ts'
import type { MapDetail } from './map-detail.ts'

/** Land, borders and grid of a plate carrée map (x 0…360, y 0…180), drawn again beside itself where a view crosses 180°. */
export function MapGround({ view, detail }: { view: ViewBox; detail: MapDetail | undefined }) {
  const shifts = [0, ...(view.x < 0 ? [-360] : []), ...(view.x + view.width > 360 ? [360] : [])]
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
      <path className="grid" d={toGridPath(view)} />
    </>
  )
}

/** Meridians and parallels at round degrees, about five in view. */
function toGridPath({ x, y, width, height }: ViewBox): string {
  const step = [0.5, 1, 2, 5, 10, 15, 30].find((step) => height / step <= 6) ?? 30
  const lines: string[] = []
  for (let at = Math.ceil(x / step) * step; at <= x + width; at += step) lines.push(`M${at} ${y}V${y + height}`)
  for (let at = Math.ceil(y / step) * step; at <= y + height; at += step) lines.push(`M${x} ${at}H${x + width}`)
  return lines.join('')
}
