import { LocationPage } from '../location/location-page.tsx'
import { definePage } from '../page.ts'
import { guideText } from '../text/guides.ts'

export default definePage({
  title: guideText.locationTitle,
  description: guideText.locationDescription,
  Component: LocationPage,
})
