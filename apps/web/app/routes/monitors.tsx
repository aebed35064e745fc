import { definePage } from '../page.ts'
import { MonitorsPage } from '../points/monitors-page.tsx'
import { monitorText } from '../text/monitors.ts'

export default definePage({
  title: monitorText.title,
  description: monitorText.description,
  middleware: ['auth'],
  isPrivate: true,
  Component: MonitorsPage,
})
