import { GuidePage } from '../docs/guide-page.tsx'
import { mcp } from '../docs/guides/mcp.ts'
import { definePage } from '../page.ts'

export default definePage({
  title: mcp.title,
  description: mcp.description,
  Component: () => <GuidePage guide={mcp} />,
})
