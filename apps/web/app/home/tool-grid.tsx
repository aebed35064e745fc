import { useEffect, useRef } from 'react'
import { GROUPS } from '@octet/core/tool.ts'
import summaries from 'virtual:octet/summaries'
import { toGroups, toolRows, type ToolRow } from '../catalogue.ts'
import { useText } from '../lang.tsx'
import { useIsOn } from '../state/app-store.ts'
import { Icon } from '../ui/icon.tsx'
import { SiteLink } from '../ui/site-link.tsx'

/** Tools by group, one line each, in as many columns as there is room for. */
export function ToolGrid({ rows = toolRows, isDense = false }: { rows?: readonly ToolRow[]; isDense?: boolean }) {
  const t = useText()
  const isOn = useIsOn()
  return (
    <div className={`groups ${isDense ? 'dense' : ''}`}>
      {toGroups(rows.filter(isOn)).map(({ group, rows }) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>
            {t(GROUPS[group])} <span className="count">{rows.length}</span>
          </h2>
          <ToolList rows={rows} isDense={isDense} />
        </section>
      ))}
    </div>
  )
}

/**
 * Dense, the summary of a tool is what the pointer shows of it. The page knows them by then: in the HTML of the first page they
 * would be a seventh of it, and as properties each line would be drawn twice.
 */
export function ToolList({ rows, isDense }: { rows: readonly ToolRow[]; isDense: boolean }) {
  const t = useText()
  const list = useRef<HTMLUListElement>(null)
  const toSummary = (id: string) => (summaries[id] ? t(summaries[id]) : '')
  useEffect(() => {
    if (!isDense || !list.current) return
    for (const [at, link] of list.current.querySelectorAll('a').entries()) link.title = toSummary(rows[at]?.id ?? '')
  })
  return (
    <ul className="tool-list" ref={list}>
      {rows.map(({ id, route, icon, title }) => (
        <li key={id}>
          <SiteLink to={route}>
            <Icon name={icon} />
            <strong>{t(title)}</strong>
            {!isDense && <span>{toSummary(id)}</span>}
          </SiteLink>
        </li>
      ))}
    </ul>
  )
}
