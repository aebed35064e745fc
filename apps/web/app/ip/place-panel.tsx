import { useEffect, useRef, useState } from 'react'
import { toPlaceLine } from '@octet/core/ip/place-line.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { findTool } from '../catalogue.ts'
import { useLang, useText } from '../lang.tsx'
import { ipText } from '../text/ip.ts'
import { Button } from '../ui/button.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { loadFootprint, type Footprint } from './footprint.ts'
import { PlaceMap } from './place-map.tsx'
import { PointsMap } from './points-map.tsx'

type FootprintState = { readonly isBusy?: boolean; readonly found?: Footprint; readonly failure?: string }

/** The place on a map with its accuracy circle; on request where else the network is used. */
export function PlacePanel({ record }: { record: IpRecord }) {
  const t = useText()
  const lang = useLang()
  const { latitude, longitude, accuracy_radius: radiusKm, ASN, ip } = record
  const [state, show, hide] = useFootprint(ASN.asn)
  const as = `AS${ASN.asn}`
  const place = toPlaceLine(record, lang)
  if (latitude === null || longitude === null)
    return (
      <section className="ip-panel ip-place none">
        <p>{t(ipText.mapNone)}</p>
      </section>
    )
  const label = t(ipText.mapOf, { place: place || `${latitude}, ${longitude}` })
  return (
    <section className="ip-panel ip-place">
      <h2 className="hidden">{label}</h2>
      {state.found ? (
        <PointsMap points={state.found.points} label={t(ipText.footprint, { as })} />
      ) : (
        <PlaceMap latitude={latitude} longitude={longitude} radiusKm={radiusKm} label={label} />
      )}
      <div className="ip-map-foot">
        <p role="status">
          {state.failure
            ? t(ipText.footprintFailed, { as, reason: state.failure })
            : state.found
              ? t(ipText.footprintDone, { as, ...state.found, places: state.found.points.length })
              : radiusKm !== null
                ? t(ipText.mapRadius, { km: radiusKm })
                : record.missing['accuracy_radius'] === 'anycast' && t(ipText.mapAnycast)}
        </p>
        {ASN.asn !== null && (
          <Button
            kind="ghost"
            icon={state.found ? 'MapPin' : 'WorldPin'}
            isBusy={state.isBusy}
            onClick={state.found ? hide : show}
          >
            {state.isBusy ? t(ipText.footprintBusy) : state.found ? t(ipText.footprintHide) : t(ipText.footprint, { as })}
          </Button>
        )}
        {findTool('ip-map') && (
          <SiteLink to="/ipditu" search={{ text: ip }} className="button ghost">
            {t(ipText.openMap)}
          </SiteLink>
        )}
      </div>
    </section>
  )
}

/** The footprint of an AS, asked for on a click and forgotten with the AS. */
function useFootprint(asn: number | null): [state: FootprintState, show: () => void, hide: () => void] {
  const [state, setState] = useState<FootprintState>({})
  const running = useRef<AbortController>(undefined)
  useEffect(() => {
    setState({})
    return () => running.current?.abort()
  }, [asn])
  const show = () => {
    if (asn === null) return
    const controller = new AbortController()
    running.current = controller
    setState({ isBusy: true })
    loadFootprint(asn, controller.signal).then(
      (found) => controller.signal.aborted || setState({ found }),
      (error: unknown) =>
        controller.signal.aborted || setState({ failure: error instanceof Error ? error.message : String(error) }),
    )
  }
  return [state, show, () => setState({})]
}
