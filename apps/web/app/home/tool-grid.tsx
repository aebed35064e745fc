import { useEffect, useRef } from 'react'
import type { Lang, Text } from '@octet/core/text.ts'
import { GROUPS } from '@octet/core/tool.ts'
import { toGroups, toolRows, type ToolRow } from '../catalogue.ts'
import { useLang, useText } from '../lang.tsx'
import { useIsOn } from '../state/app-store.ts'
import { Icon } from '../ui/icon.tsx'
import { SiteLink } from '../ui/site-link.tsx'

type Summaries = Readonly<Record<string, Text>>

type GridProps = { readonly rows?: readonly ToolRow[]; readonly summaries?: Summaries | undefined }

/** Tools by group, in as many columns as there is room for: a line each, or with its summary below. */
export function ToolGrid({ rows = toolRows, summaries }: GridProps) {
  const t = useText()
  const isOn = useIsOn()
  return (
    <div className={`groups ${summaries ? '' : 'dense'}`}>
      {toGroups(rows.filter(isOn)).map(({ group, rows }) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>
            {t(GROUPS[group])} <span className="count">{rows.length}</span>
          </h2>
          <ToolList rows={rows} summaries={summaries} />
        </section>
      ))}
    </div>
  )
}

/**
 * Without summaries they are what the pointer shows of a tool. They come once the page listens: in its HTML they would be a
 * seventh of it, and in its scripts 6 KB; as properties each line would be drawn twice.
 */
export function ToolList({ rows, summaries }: { rows: readonly ToolRow[]; summaries?: Summaries | undefined }) {
  const t = useText()
  const lang = useLang()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!summaries) void addTitles(() => list.current, { rows, lang })
  }, [rows, lang, summaries])
  return (
    <ul className="tool-list" ref={list}>
      {rows.map(({ id, route, icon, title }) => (
        <li key={id}>
          <SiteLink to={route}>
            <Icon name={icon} />
            <strong>{t(title)}</strong>
            {summaries && <span>{summaries[id] && t(summaries[id])}</span>}
          </SiteLink>
        </li>
      ))}
    </ul>
  )
}

type Shown = { readonly rows: readonly ToolRow[]; readonly lang: Lang }

async function addTitles(find: () => HTMLElement | null, { rows, lang }: Shown): Promise<void> {
  const loaded = await import('virtual:octet/summaries').catch(() => undefined)
  // Nothing came where the page is being loaded anew; and the list may have gone meanwhile.
  for (const [at, link] of find()?.querySelectorAll('a').entries() ?? [])
    link.title = loaded?.default[rows[at]?.id ?? '']?.[lang] ?? ''
}
