import { CorrectionPage } from '../location/correction-page.tsx'
import { definePage } from '../page.ts'
import { guideText } from '../text/guides.ts'

export default definePage({
  title: guideText.correctionTitle,
  description: guideText.correctionDescription,
  Component: CorrectionPage,
})
