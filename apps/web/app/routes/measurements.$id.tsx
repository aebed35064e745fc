import { definePage } from '../page.ts'
import { MeasurementPage } from '../points/measurement-page.tsx'
import { pointText } from '../text/points.ts'

export default definePage<string>({
  title: pointText.measurementTitle,
  description: pointText.measurementDescription,
  isPrivate: true,
  isValid: ({ id = '' }) => /^[\da-f]{32}$/.test(id),
  load: ({ id = '' }) => id,
  Component: MeasurementPage,
})
