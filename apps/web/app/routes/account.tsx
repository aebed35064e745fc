import { redirect } from '@tanstack/react-router'
import { definePage } from '../page.ts'
import { accountText } from '../text/account.ts'

/** The personal center begins with its dashboard. */
export default definePage({
  title: accountText.title,
  description: accountText.description,
  middleware: ['auth'],
  isPrivate: true,
  load: () => {
    throw redirect({ to: '/account/dashboard' })
  },
  Component: () => null,
})
