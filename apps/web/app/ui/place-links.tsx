import { useText } from '../lang.tsx'
import { placeText } from '../text/place-links.ts'
import './place-links.css'

type Props = { readonly lat: number | string; readonly lon: number | string }

/** A place of WGS-84 on the maps of others, each in a page of its own. */
export function PlaceLinks({ lat, lon }: Props) {
  const t = useText()
  const at = `mlat=${lat}&mlon=${lon}#map=16/${lat}/${lon}`
  return (
    <p className="place-links">
      <a href={`https://www.openstreetmap.org/?${at}`} rel="noreferrer" target="_blank">
        {t(placeText.map)}
      </a>
      <a href={`https://uri.amap.com/marker?position=${lon},${lat}&coordinate=wgs84`} rel="noreferrer" target="_blank">
        {t(placeText.amap)}
      </a>
    </p>
  )
}
