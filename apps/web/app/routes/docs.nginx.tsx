import { GuidePage } from '../docs/guide-page.tsx'
import { nginx } from '../docs/guides/nginx.ts'
import { definePage } from '../page.ts'

export default definePage({
  title: nginx.title,
  description: nginx.description,
  Component: () => <GuidePage guide={nginx} />,
})
