import { GuidePage } from '../docs/guide-page.tsx'
import { geolocation } from '../docs/guides/geolocation.ts'
import { definePage } from '../page.ts'

export default definePage({
  title: geolocation.title,
  description: geolocation.description,
  Component: () => <GuidePage guide={geolocation} />,
})
