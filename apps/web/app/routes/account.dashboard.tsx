import { DashboardPage } from '../account/dashboard-page.tsx'
import { definePage } from '../page.ts'
import { accountText } from '../text/account.ts'

export default definePage({
  title: accountText.dashboard,
  description: accountText.dashboardDescription,
  middleware: ['auth'],
  isPrivate: true,
  Component: DashboardPage,
})
