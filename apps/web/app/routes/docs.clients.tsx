import { GuidePage } from '../docs/guide-page.tsx'
import { clients } from '../docs/guides/clients.ts'
import { definePage } from '../page.ts'

export default definePage({
  title: clients.title,
  description: clients.description,
  Component: () => <GuidePage guide={clients} />,
})
