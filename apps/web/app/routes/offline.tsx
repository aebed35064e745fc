import { OfflinePage } from '../offline/offline-page.tsx'
import { definePage } from '../page.ts'
import { offlineText } from '../text/offline.ts'

export default definePage({
  title: offlineText.title,
  description: offlineText.description,
  isPrivate: true,
  Component: OfflinePage,
})
