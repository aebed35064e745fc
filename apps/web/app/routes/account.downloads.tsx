import { DownloadsPage } from '../downloads/downloads-page.tsx'
import { definePage } from '../page.ts'
import { accountText } from '../text/account.ts'

export default definePage({
  title: accountText.downloads,
  description: accountText.downloadsDescription,
  middleware: ['auth'],
  isPrivate: true,
  Component: DownloadsPage,
})
