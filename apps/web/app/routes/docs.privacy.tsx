import { GuidePage } from '../docs/guide-page.tsx'
import { privacy } from '../docs/guides/privacy.ts'
import { definePage } from '../page.ts'

export default definePage({
  title: privacy.title,
  description: privacy.description,
  Component: () => <GuidePage guide={privacy} />,
})
