import { definePage } from '../page.ts'
import { ShownMonitorPage } from '../points/shown-monitor-page.tsx'
import { shownMonitorText } from '../text/shown-monitor.ts'

export default definePage({
  title: shownMonitorText.title,
  description: shownMonitorText.description,
  isPrivate: true,
  isValid: ({ id = '' }) => /^[\w-]{22}$/.test(id),
  Component: ShownMonitorPage,
})
