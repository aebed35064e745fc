import { toolRows } from '../catalogue.ts'
import { useText } from '../lang.tsx'
import { homeText } from '../text/home.ts'
import { ToolGrid } from './tool-grid.tsx'

/** Every tool on one page. */
export function ToolsPage() {
  const t = useText()
  return (
    <article className="wide">
      <header className="tool-head">
        <div>
          <h1>{t(homeText.toolsTitle)}</h1>
          <p>{t(homeText.toolsDescription)}</p>
        </div>
        <p className="badge">{t(homeText.allTools, { count: toolRows.length })}</p>
      </header>
      <ToolGrid />
    </article>
  )
}
