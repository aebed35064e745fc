import { UsersPage } from '../admin/users-page.tsx'
import { definePage } from '../page.ts'
import { adminText } from '../text/admin.ts'

export default definePage({
  title: adminText.users,
  description: adminText.description,
  middleware: ['auth'],
  isPrivate: true,
  Component: UsersPage,
})
