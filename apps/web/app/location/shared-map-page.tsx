import '../data/data.css'
import '../ip/ip.css'
import '../ip/map.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useParams } from '@tanstack/react-router'
import { fetchData } from '../api/fetch-data.ts'
import { LiveMap, type LiveMapHandle } from '../ip/live-map.tsx'
import { PointList, type ListedPoint } from '../ip/point-list.tsx'
import { useLang, useText } from '../lang.tsx'
import { guideText } from '../text/guides.ts'
import { mapText } from '../text/ip-map.ts'

type SharedMap = { readonly found: number; readonly placed: number; readonly points: readonly ListedPoint[] }

/** A map that somebody has made by POST /v1/map, for whoever has its address. */
export function SharedMapPage() {
  const t = useText()
  const lang = useLang()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const [shared, setShared] = useState<SharedMap | null>()
  const [chosen, setChosen] = useState<number>()
  const map = useRef<LiveMapHandle>(null)
  useEffect(() => {
    void fetchData<SharedMap>(`/v1/map/${encodeURIComponent(id)}`, { lang }).then(({ data }) => setShared(data ?? null))
  }, [id, lang])
  const points = useMemo(
    () => (shared?.points ?? []).map(({ radius_km: radiusKm, ...point }) => ({ ...point, radiusKm })),
    [shared],
  )
  const choose = (index: number) => {
    setChosen(index === chosen ? undefined : index)
    const point = points[index]
    if (point && index !== chosen) map.current?.centre(point)
  }
  return (
    <article className="wide data-page ip-view ip-record">
      <header>
        <h1>{t(guideText.mapTitle)}</h1>
      </header>
      {!shared ? (
        <p role="status">{t(shared === null ? guideText.mapGone : guideText.mapLoading)}</p>
      ) : (
        <section className="ip-panel map-panel">
          <LiveMap ref={map} points={points} hasCircles chosen={chosen} onChoose={choose} />
          <div className="map-side">
            <p className="map-words" role="status">
              {t(mapText.found, { placed: shared.placed, found: shared.found, points: shared.points.length })}
            </p>
            <PointList points={shared.points} chosen={chosen} onChoose={choose} />
          </div>
        </section>
      )}
    </article>
  )
}
