import '../ip/ip.css'
import '../ip/map.css'
import { useMemo, useRef, useState } from 'react'
import { toPlaceLine } from '@octet/core/ip/place-line.ts'
import { LiveMap, type LiveMapHandle } from '../ip/live-map.tsx'
import { savePng, saveSvg } from '../ip/map-picture.ts'
import { PointList, type ListedPoint } from '../ip/point-list.tsx'
import { useOwnRecord } from '../ip/use-own-record.ts'
import { useText } from '../lang.tsx'
import { ipText } from '../text/ip.ts'
import { mapText } from '../text/ip-map.ts'
import { ResultActions } from '../tool/result-actions.tsx'
import { StatusLine } from '../tool/status-line.tsx'
import { isAsked, isOfBefore, type ToolState } from '../tool/view.ts'
import { PrimaryButton } from '../tool/workbench.tsx'
import { Button } from '../ui/button.tsx'

type Found = {
  readonly found: number
  readonly placed: number
  readonly points: readonly ListedPoint[]
  readonly unplaced?: readonly string[]
}

/** Many addresses on a map that is drawn here, with the list of places beside it. */
export default function IpMapView(tool: ToolState<{ readonly text?: string }, Found>) {
  const t = useText()
  const { input, setInput, run, result, error } = tool
  const own = useOwnPoint(tool.lang)
  const points = result?.points ?? own
  const map = useRef<LiveMapHandle>(null)
  const [chosen, setChosen] = useState<number>()
  const [hasCircles, setCircles] = useState(true)
  const [isHeat, setHeat] = useState(false)
  const choose = (index: number) => {
    setChosen(index === chosen ? undefined : index)
    const point = points[index]
    if (point && index !== chosen) map.current?.centre(point)
  }
  const shown = useMemo(() => points.map(({ radius_km: radiusKm, ...point }) => ({ ...point, radiusKm })), [points])
  const credit = t(ipText.attribution)
  return (
    <div className="ip-view ip-record">
      <form
        method="dialog"
        className="map-ask"
        onSubmit={(event) => {
          event.preventDefault()
          setChosen(undefined)
          run()
        }}
      >
        <label htmlFor="map-text" className="hidden">
          {t(mapText.addresses)}
        </label>
        <textarea
          id="map-text"
          name="text"
          className="mono"
          rows={2}
          spellCheck={false}
          autoComplete="off"
          placeholder={t(mapText.placeholder)}
          value={input.text ?? ''}
          onChange={(event) => setInput({ text: event.target.value })}
        />
        <PrimaryButton {...tool} words={mapText.show} />
      </form>
      {(error || isAsked(tool)) && <StatusLine {...tool} />}
      <section className={`ip-panel map-panel ${isOfBefore(tool) ? 'is-stale' : ''}`}>
        <LiveMap ref={map} points={shown} hasCircles={hasCircles && !isHeat} isHeat={isHeat} chosen={chosen} onChoose={choose} />
        <div className="ip-map-foot">
          <label>
            <input
              type="checkbox"
              role="switch"
              className="switch"
              checked={hasCircles && !isHeat}
              disabled={isHeat}
              onChange={() => setCircles(!hasCircles)}
            />
            {t(mapText.circles)}
          </label>
          <label>
            <input type="checkbox" role="switch" className="switch" checked={isHeat} onChange={() => setHeat(!isHeat)} />
            {t(mapText.heat)}
          </label>
          <p>
            <a href="https://db-ip.com">{credit}</a>
          </p>
          <Button
            kind="ghost"
            icon="Photo"
            aria-label={t(mapText.save, { format: 'PNG' })}
            onClick={() => map.current?.svg && void savePng(map.current.svg, credit)}
          >
            {t(mapText.png)}
          </Button>
          <Button
            kind="ghost"
            icon="Vector"
            aria-label={t(mapText.save, { format: 'SVG' })}
            onClick={() => map.current?.svg && saveSvg(map.current.svg, credit)}
          >
            {t(mapText.svg)}
          </Button>
          <ResultActions {...tool} />
        </div>
        <div className="map-side">
          <p className="map-words" role="status">
            {result?.found === 0
              ? t(mapText.noAddress)
              : result
                ? t(mapText.found, { placed: result.placed, found: result.found, points: result.points.length })
                : `${t(mapText.empty)} ${own.length > 0 ? t(mapText.ownFirst) : ''}`}
          </p>
          <PointList points={points} chosen={chosen} onChoose={choose} unplaced={result?.unplaced} />
        </div>
      </section>
    </div>
  )
}

/** Before the first question the map shows where the visitor is seen. */
function useOwnPoint(lang: 'en' | 'zh'): readonly ListedPoint[] {
  const own = useOwnRecord()
  return useMemo(() => {
    if (!own || own.latitude === null || own.longitude === null) return []
    const { latitude, longitude, accuracy_radius, country_code, ip } = own
    return [
      { latitude, longitude, radius_km: accuracy_radius, place: toPlaceLine(own, lang), country_code, addresses: [ip], count: 1 },
    ]
  }, [own, lang])
}
