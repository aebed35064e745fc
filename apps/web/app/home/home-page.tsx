import './home.css'
import { useShallow } from 'zustand/react/shallow'
import { findTool, toolRows } from '../catalogue.ts'
import { useText } from '../lang.tsx'
import { usePrefs } from '../state/prefs-store.ts'
import { homeText } from '../text/home.ts'
import { siteText } from '../text/site.ts'
import { WorldMap } from '../ui/world-map.tsx'
import { useLang } from '../lang.tsx'
import { DataPitch } from './data-pitch.tsx'
import { OwnAddress } from './own-address.tsx'
import { SmartBox } from './smart-box.tsx'
import { ToolGrid, ToolList } from './tool-grid.tsx'

/** The first page: one box for everything, the visitor's own address, all tools. */
export function HomePage() {
  const t = useText()
  const lang = useLang()
  return (
    <>
      <section className="hero">
        <div className="hero-map">
          <WorldMap />
        </div>
        <div className="hero-inner">
          <div className="hero-main">
            <h1>
              {homeText.headline[lang].map((part) => (
                <span key={part}>{part} </span>
              ))}
            </h1>
            <p className="lead">{t(homeText.lead)}</p>
            <SmartBox />
          </div>
          <OwnAddress />
        </div>
      </section>
      <div className="wide" id="tools">
        <OwnTools />
        <p className="hidden">{t(homeText.allTools, { count: toolRows.length })}</p>
        <ToolGrid />
        <DataPitch />
      </div>
    </>
  )
}

/** Favourites and recents, once there are any. */
function OwnTools() {
  const t = useText()
  const favourites = usePrefs(useShallow((prefs) => prefs.favourites))
  const recents = usePrefs(useShallow((prefs) => prefs.recents))
  const lists = [
    { text: siteText.favourites, ids: favourites },
    { text: homeText.recents, ids: recents.filter((id) => !favourites.includes(id)) },
  ]
  if (favourites.length + recents.length === 0) return null
  return (
    <div className="groups own-tools dense">
      {lists.map(({ text, ids }) => {
        const rows = ids.map(findTool).filter((row) => row !== undefined)
        return (
          rows.length > 0 && (
            <section key={text.en}>
              <h2>{t(text)}</h2>
              <ToolList rows={rows} />
            </section>
          )
        )
      })}
    </div>
  )
}
