import { OverviewPage } from '../admin/overview-page.tsx'
import { definePage } from '../page.ts'
import { adminText } from '../text/admin.ts'

export default definePage({
  title: adminText.title,
  description: adminText.description,
  middleware: ['auth'],
  isPrivate: true,
  Component: OverviewPage,
})
