import { ProfilePage } from '../account/profile-page.tsx'
import { definePage } from '../page.ts'
import { accountText } from '../text/account.ts'

export default definePage({
  title: accountText.profile,
  description: accountText.profileDescription,
  middleware: ['auth'],
  isPrivate: true,
  Component: ProfilePage,
})
