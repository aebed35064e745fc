import { GuidePage } from '../docs/guide-page.tsx'
import { batch } from '../docs/guides/batch.ts'
import { definePage } from '../page.ts'

export default definePage({
  title: batch.title,
  description: batch.description,
  Component: () => <GuidePage guide={batch} />,
})
