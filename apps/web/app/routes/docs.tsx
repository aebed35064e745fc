import { DocsPage } from '../docs/docs-page.tsx'
import { definePage } from '../page.ts'
import { dataText } from '../text/data-pages.ts'

export default definePage({ title: dataText.docsTitle, description: dataText.docsDescription, Component: DocsPage })
