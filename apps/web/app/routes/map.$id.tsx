import { SharedMapPage } from '../location/shared-map-page.tsx'
import { definePage } from '../page.ts'
import { guideText } from '../text/guides.ts'

export default definePage({
  title: guideText.mapTitle,
  description: guideText.mapDescription,
  isPrivate: true,
  Component: SharedMapPage,
})
