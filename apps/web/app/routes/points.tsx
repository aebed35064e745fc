import { definePage } from '../page.ts'
import { PointsPage } from '../points/points-page.tsx'
import { pointText } from '../text/points.ts'

export default definePage({ title: pointText.title, description: pointText.description, Component: PointsPage })
