import { MailsPage } from '../admin/plain-pages.tsx'
import { definePage } from '../page.ts'
import { adminText } from '../text/admin.ts'

export default definePage({
  title: adminText.mails,
  description: adminText.description,
  middleware: ['auth'],
  isPrivate: true,
  Component: MailsPage,
})
