import { GuidePage } from '../docs/guide-page.tsx'
import { databases } from '../docs/guides/databases.ts'
import { definePage } from '../page.ts'

export default definePage({
  title: databases.title,
  description: databases.description,
  Component: () => <GuidePage guide={databases} />,
})
