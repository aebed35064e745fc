import { GuidePage } from '../docs/guide-page.tsx'
import { asn } from '../docs/guides/asn.ts'
import { definePage } from '../page.ts'

export default definePage({
  title: asn.title,
  description: asn.description,
  Component: () => <GuidePage guide={asn} />,
})
