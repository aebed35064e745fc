import { DataPage } from '../data/data-page.tsx'
import { definePage } from '../page.ts'
import { dataText } from '../text/data-pages.ts'

export default definePage({ title: dataText.dataTitle, description: dataText.dataDescription, Component: DataPage })
