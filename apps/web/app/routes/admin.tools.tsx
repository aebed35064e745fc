import { ToolsPage } from '../admin/tools-page.tsx'
import { definePage } from '../page.ts'
import { adminText } from '../text/admin.ts'

export default definePage({
  title: adminText.tools,
  description: adminText.description,
  middleware: ['auth'],
  isPrivate: true,
  Component: ToolsPage,
})
