import { AccountPage } from '../account/account-page.tsx'
import { definePage } from '../page.ts'
import { accountText } from '../text/account.ts'

export default definePage({
  title: accountText.title,
  description: accountText.description,
  layout: 'simple',
  middleware: ['auth'],
  isPrivate: true,
  Component: AccountPage,
})
