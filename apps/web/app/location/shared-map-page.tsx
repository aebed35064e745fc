import '../data/data.css'
import '../ip/ip.css'
import '../ip/map.css'
import { useMemo, useRef, useState } from 'react'
import { useParams } from '@tanstack/react-router'
import { useLoaded, type Loaded } from '../account/request.ts'
import { TryAgain } from '../account/waiting.tsx'
import { LiveMap, type LiveMapHandle } from '../ip/live-map.tsx'
import { PointList, type ListedPoint } from '../ip/point-list.tsx'
import { useText } from '../lang.tsx'
import { guideText } from '../text/guides.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { mapText } from '../text/ip-map.ts'

type SharedMap = { readonly found: number; readonly placed: number; readonly points: readonly ListedPoint[] }

/** A map that somebody has made by POST /v1/map, for whoever has its address. */
export function SharedMapPage() {
  const t = useText()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const loaded = useLoaded<SharedMap>(`map/${encodeURIComponent(id)}`)
  const shared = loaded.data
  const [chosen, setChosen] = useState<number>()
  const map = useRef<LiveMapHandle>(null)
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
        <NoMap loaded={loaded} />
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

/** Before the map has come, and in place of one that is not there or could not be had. */
function NoMap({ loaded }: { loaded: Loaded<SharedMap> }) {
  const t = useText()
  const { failure } = loaded
  if (failure?.code === 404)
    return (
      <div role="status">
        <p>{t(guideText.mapGone)}</p>
        <p>
          <SiteLink to="/ipditu">{t(guideText.mapMake)}</SiteLink>
        </p>
      </div>
    )
  if (!failure) return <p role="status">{t(guideText.mapLoading)}</p>
  return <TryAgain {...loaded} failure={failure} />
}
