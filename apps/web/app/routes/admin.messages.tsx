import { MessagesPage } from '../admin/messages-page.tsx'
import { definePage } from '../page.ts'
import { adminText } from '../text/admin.ts'

export default definePage({
  title: adminText.messages,
  description: adminText.description,
  middleware: ['auth'],
  isPrivate: true,
  Component: MessagesPage,
})
