import type { CoordinatesInput, CoordinatesOutput } from '@octet/tools/convert/coordinates/run.ts'
import { ResultPane } from '../result/result-pane.tsx'
import type { ToolState } from '../tool/view.ts'
import { PlaceLinks } from '../ui/place-links.tsx'
import '../dev/small.css'

/** A single place can be looked at on a map. */
export function Result(tool: ToolState<CoordinatesInput, CoordinatesOutput>) {
  const numbers = /^(-?[\d.]+), (-?[\d.]+)$/.exec(tool.result?.wgs84 ?? '')
  const [lat, lon] = tool.input.order === 'longitude' ? [numbers?.[2], numbers?.[1]] : [numbers?.[1], numbers?.[2]]
  return (
    <>
      <ResultPane {...(tool as ToolState)} />
      {lat !== undefined && lon !== undefined && (
        <div className="small-body">
          <PlaceLinks lat={lat} lon={lon} />
        </div>
      )}
    </>
  )
}
