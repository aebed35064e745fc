import summaries from 'virtual:octet/summaries'
import { toolRows } from '../catalogue.ts'
import { useText } from '../lang.tsx'
import { useIsOn } from '../state/app-store.ts'
import { homeText } from '../text/home.ts'
import { ToolGrid } from './tool-grid.tsx'

/** Every tool on one page. */
export function ToolsPage() {
  const t = useText()
  const isOn = useIsOn()
  return (
    <article className="wide">
      <header className="tool-head">
        <div>
          <h1>{t(homeText.toolsTitle)}</h1>
          <p>{t(homeText.toolsDescription)}</p>
        </div>
        <p className="badge">{t(homeText.allTools, { count: toolRows.filter(isOn).length })}</p>
      </header>
      <ToolGrid summaries={summaries} />
    </article>
  )
}
