import { HomePage } from '../home/home-page.tsx'
import { definePage } from '../page.ts'
import { homeText } from '../text/home.ts'

export default definePage({ title: homeText.title, description: homeText.description, Component: HomePage })
