import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { GROUPS, type Group } from '@octet/core/tool.ts'
import { findTool, findToolAt, toGroups, toolRows, type ToolRow } from '../catalogue.ts'
import { useLang, useText } from '../lang.tsx'
import { toLocalPath } from '../locale.ts'
import { useIsOn } from '../state/app-store.ts'
import { usePrefs } from '../state/prefs-store.ts'
import { siteText } from '../text/site.ts'
import { Icon } from '../ui/icon.tsx'
import { SiteLink } from '../ui/site-link.tsx'

/** The tools by group; the group of the page is open, favourites and recents are on top. */
export function Sidebar() {
  const t = useText()
  return (
    <aside className="sidebar">
      <nav aria-label={t(siteText.allTools)}>
        <ToolNav />
      </nav>
    </aside>
  )
}

export function ToolNav() {
  const t = useText()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const current = findToolAt(path)?.group
  const favourites = usePrefs(useShallow((prefs) => prefs.favourites))
  const isOn = useIsOn()
  const favouriteRows = favourites
    .map(findTool)
    .filter((row) => row !== undefined)
    .filter(isOn)
  return (
    <>
      {favouriteRows.length > 0 && (
        <details open>
          <summary>{t(siteText.favourites)}</summary>
          <ToolLinks rows={favouriteRows} />
        </details>
      )}
      {toGroups(toolRows.filter(isOn)).map(({ group, rows }) => (
        <ToolGroup key={group} group={group} rows={rows} isCurrent={group === current} />
      ))}
    </>
  )
}

type ToolGroupProps = { readonly group: Group; readonly rows: readonly ToolRow[]; readonly isCurrent: boolean }

/**
 * A closed group has its links when it is opened: those of all groups are half of a tool page's elements. Without scripts, or
 * before they run, it leads to the page of all tools.
 */
function ToolGroup({ group, rows, isCurrent }: ToolGroupProps) {
  const t = useText()
  const lang = useLang()
  const details = useRef<HTMLDetailsElement>(null)
  const [isWanted, setWanted] = useState(false)
  const want = () => setWanted(true)
  useEffect(() => {
    if (details.current?.open) setWanted(true) // while the scripts were on their way
  }, [])
  return (
    <details ref={details} open={isCurrent} onToggle={({ currentTarget }) => currentTarget.open && want()}>
      <summary onClick={want}>
        {t(GROUPS[group])}
        <span className="count">{rows.length}</span>
      </summary>
      {isWanted || isCurrent ? (
        <ToolLinks rows={rows} />
      ) : (
        <ul>
          <li>
            <a href={`${toLocalPath('/tools', lang)}#group-${group}`}>{t(siteText.allTools)}</a>
          </li>
        </ul>
      )}
    </details>
  )
}

function ToolLinks({ rows }: { rows: readonly ToolRow[] }) {
  const t = useText()
  return (
    <ul>
      {rows.map(({ id, route, icon, title }) => (
        <li key={id}>
          <SiteLink to={route}>
            <Icon name={icon} size={16} />
            <span>{t(title)}</span>
          </SiteLink>
        </li>
      ))}
    </ul>
  )
}
