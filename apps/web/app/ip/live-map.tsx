import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type PointerEvent, type Ref } from 'react'
import { useText } from '../lang.tsx'
import { mapText } from '../text/ip-map.ts'
import { Button } from '../ui/button.tsx'
import { toDotPath } from '../ui/dot-path.ts'
import {
  clampView,
  KM_PER_DEGREE,
  toCirclePath,
  toRoundKm,
  toViewAround,
  toViewOfAll,
  toX,
  toY,
  zoomView,
  type Point,
  type ViewBox,
} from './geometry.ts'
import { HeatLayer } from './heat-layer.tsx'
import { MapGround } from './map-ground.tsx'
import { TownLabels } from './town-labels.tsx'
import { toShortCount } from './short-count.ts'
import { toPixel, useDrawingSize } from './use-drawing-size.ts'
import { useMapDetail } from './use-map-detail.ts'

export type LivePoint = Point & { readonly radiusKm: number | null; readonly count: number }

export type LiveMapHandle = {
  readonly centre: (point: Point) => void
  /** The drawing itself, for saving it. */
  readonly svg: SVGSVGElement | null
}

type LiveMapProps = {
  readonly points: readonly LivePoint[]
  readonly hasCircles: boolean
  /** How many addresses are where, in place of single points. */
  readonly isHeat?: boolean
  readonly chosen: number | undefined
  readonly onChoose: (index: number) => void
  readonly ref?: Ref<LiveMapHandle>
}

const RATIO = 2
const NEAR_DEGREES = 14
const STEP = 1.6
/** Numbers in points are as large at every scale. */
const COUNT_PX = 10
const WHOLE: ViewBox = { x: 0, y: 2, width: 360, height: 160 }
/** A pointer that moved less than this has clicked. */
const CLICK_PX = 4

/** A map that is moved by dragging, wheel, keys and buttons. */
export function LiveMap({ points, hasCircles, isHeat = false, chosen, onChoose, ref }: LiveMapProps) {
  const t = useText()
  const svg = useRef<SVGSVGElement>(null)
  const detail = useMapDetail()
  const size = useDrawingSize(svg)
  const [view, setView] = useState<ViewBox>(() => toWhole(points))
  useEffect(() => setView(toWhole(points)), [points])
  useImperativeHandle(ref, () => ({
    centre: (point) => setView(toViewAround(point, NEAR_DEGREES, RATIO)),
    get svg() {
      return svg.current
    },
  }))
  useWheel(svg, setView)
  const drag = useDrag(svg, setView)
  const zoom = (factor: number) =>
    setView((last) => zoomView(last, factor, { x: last.x + last.width / 2, y: last.y + last.height / 2 }))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const move = MOVES[event.key]
    if (move) setView((last) => clampView({ ...last, x: last.x + move[0] * last.width, y: last.y + move[1] * last.height }))
    else if (event.key === '+' || event.key === '=') zoom(STEP)
    else if (event.key === '-') zoom(1 / STEP)
    else if (event.key === '0') setView(toWhole(points))
    else return
    event.preventDefault()
  }
  const most = points.reduce((max, { count }) => Math.max(max, count), 1)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- a region that the arrow keys move
    <div className="ip-map live-map" role="region" aria-label={t(mapText.keys)} tabIndex={0} onKeyDown={onKeyDown}>
      <svg
        ref={svg}
        className="map"
        aria-hidden="true"
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        preserveAspectRatio="xMidYMid meet"
        {...drag}
      >
        <MapGround isWider view={view} detail={view.height > 100 ? undefined : detail} />
        <TownLabels towns={detail?.towns} view={view} points={points} />
        {hasCircles &&
          points.map((point, index) =>
            point.radiusKm === null ? null : (
              <path key={index} className="radius" d={toCirclePath(point, point.radiusKm)} /> // oxlint-disable-line react/no-array-index-key -- points stay in their order
            ),
          )}
        {isHeat && <HeatLayer points={points} pixel={toPixel(view, size)} />}
        {(isHeat ? [] : points).map((point, index) => (
          <g
            key={`${point.latitude},${point.longitude}`}
            className={index === chosen ? 'chosen' : ''}
            onClick={() => onChoose(index)}
          >
            <path
              className="bubble"
              d={toDotPath(toX(point.longitude), toY(point.latitude))}
              strokeWidth={point.count === 1 ? 11 : 20 + 14 * Math.sqrt(point.count / most)}
            />
            {point.count > 1 && (
              <text x={toX(point.longitude)} y={toY(point.latitude)} fontSize={COUNT_PX * toPixel(view, size)} dy="0.35em">
                {toShortCount(point.count)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <div className="map-buttons">
        <Button icon="Plus" isIconOnly onClick={() => zoom(STEP)}>
          {t(mapText.zoomIn)}
        </Button>
        <Button icon="Minus" isIconOnly onClick={() => zoom(1 / STEP)}>
          {t(mapText.zoomOut)}
        </Button>
        <Button icon="Maximize" isIconOnly onClick={() => setView(toWhole(points))}>
          {t(mapText.showAll)}
        </Button>
      </div>
      <ScaleBar view={view} />
    </div>
  )
}

const MOVES: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-0.15, 0],
  ArrowRight: [0.15, 0],
  ArrowUp: [0, -0.15],
  ArrowDown: [0, 0.15],
}

const toWhole = (points: readonly Point[]) => (points.length === 0 ? WHOLE : toViewOfAll(points, RATIO))

/** How long so many kilometres are in the middle of the map. */
function ScaleBar({ view }: { view: ViewBox }) {
  const t = useText()
  const latitude = 90 - (view.y + view.height / 2)
  const kmPerUnit = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)
  const km = toRoundKm((view.width / 5) * kmPerUnit)
  return (
    <>
      <span className="scale-words">{t(mapText.scale, { km: km.toLocaleString('en') })}</span>
      <svg className="scale-bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0 2V10H${(km / kmPerUnit / view.width) * 100}V2`} />
      </svg>
    </>
  )
}

type SetView = (next: (last: ViewBox) => ViewBox) => void

/** The wheel zooms at the pointer; where it can zoom no farther it moves the page as everywhere. */
function useWheel(svg: { readonly current: SVGSVGElement | null }, setView: SetView): void {
  useEffect(() => {
    const element = svg.current
    const onWheel = (event: WheelEvent) => {
      const at = toMapPoint(element, event)
      if (!at || !element) return
      const isWhole = element.viewBox.baseVal.height >= 159
      if (event.deltaY > 0 && isWhole) return
      event.preventDefault()
      setView((last) => zoomView(last, Math.exp(-event.deltaY * 0.0022), at))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [svg, setView])
}

/** Dragging moves the map; a click goes through to the point below. */
function useDrag(svg: { readonly current: SVGSVGElement | null }, setView: SetView) {
  const from = useRef<{ x: number; y: number; isMoving: boolean }>(undefined)
  return {
    onPointerDown: (event: PointerEvent) => {
      from.current = { x: event.clientX, y: event.clientY, isMoving: false }
    },
    onPointerMove: (event: PointerEvent) => {
      const start = from.current
      const scale = svg.current?.getScreenCTM()?.a
      if (!start || !scale) return
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
      if (!start.isMoving && Math.hypot(dx, dy) < CLICK_PX) return
      if (!start.isMoving) svg.current?.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX, y: event.clientY, isMoving: true }
      setView((last) => clampView({ ...last, x: last.x - dx / scale, y: last.y - dy / scale }))
    },
    onPointerUp: () => {
      from.current = undefined
    },
    onPointerCancel: () => {
      from.current = undefined
    },
  }
}

function toMapPoint(svg: SVGSVGElement | null, { clientX, clientY }: { clientX: number; clientY: number }) {
  const matrix = svg?.getScreenCTM()?.inverse()
  return matrix && new DOMPoint(clientX, clientY).matrixTransform(matrix)
}
