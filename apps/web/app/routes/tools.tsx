import { definePage } from '../page.ts'
import { ToolsPage } from '../home/tools-page.tsx'
import { homeText } from '../text/home.ts'

export default definePage({ title: homeText.toolsTitle, description: homeText.toolsDescription, Component: ToolsPage })
