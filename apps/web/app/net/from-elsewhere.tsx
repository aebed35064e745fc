import type { MeasurementType } from '@octet/core/probe/measurement.ts'
import { useText } from '../lang.tsx'
import { probeText } from '../text/net-probe.ts'
import { SiteLink } from '../ui/site-link.tsx'

/** Takes a target to the page where it is measured from monitoring points. */
export function FromElsewhere({ type, target }: { type: MeasurementType; target: string }) {
  const t = useText()
  return (
    <SiteLink to="/points" search={{ type, target }}>
      {t(probeText.elsewhere)}
    </SiteLink>
  )
}
