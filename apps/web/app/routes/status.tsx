import { StatusPage } from '../data/status-page.tsx'
import { definePage } from '../page.ts'
import { dataText } from '../text/data-pages.ts'

export default definePage({ title: dataText.statusTitle, description: dataText.statusDescription, Component: StatusPage })
