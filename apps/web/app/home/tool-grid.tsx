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

/** Dense, the summary of a tool is what the pointer shows of it. */
export function ToolList({ rows, isDense }: { rows: readonly ToolRow[]; isDense: boolean }) {
  const t = useText()
  return (
    <ul className="tool-list">
      {rows.map(({ id, route, icon, title }) => {
        const summary = summaries[id] && t(summaries[id])
        return (
          <li key={id}>
            <SiteLink to={route} title={isDense ? summary : undefined}>
              <Icon name={icon} />
              <strong>{t(title)}</strong>
              {!isDense && <span>{summary}</span>}
            </SiteLink>
          </li>
        )
      })}
    </ul>
  )
}
