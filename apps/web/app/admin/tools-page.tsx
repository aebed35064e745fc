import { useState } from 'react'
import type { Text } from '@octet/core/text.ts'
import { GROUPS, type Group } from '@octet/core/tool.ts'
import { useLoaded } from '../account/request.ts'
import { Waiting } from '../account/waiting.tsx'
import { useText } from '../lang.tsx'
import { findTool, toGroups, toolRows } from '../catalogue.ts'
import { loadInitData } from '../start-session.ts'
import { adminText } from '../text/admin.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { change } from './change.ts'

type Tool = {
  readonly id: string
  readonly route: string
  readonly title: Text
  readonly is_off: boolean
  readonly is_fixed: boolean
}

export const ToolsPage = () => (
  <AdminFrame>
    <Switches />
  </AdminFrame>
)

/** A switch for every tool. */
function Switches() {
  const t = useText()
  const loaded = useLoaded<readonly Tool[]>('admin/tools')
  /** Switches that are on their way. */
  const [wanted, setWanted] = useState<Readonly<Record<string, boolean | undefined>>>({})
  if (!loaded.data) return <Waiting loaded={loaded} />
  const onSwitch = async (id: string, isOff: boolean) => {
    setWanted((last) => ({ ...last, [id]: isOff }))
    await change('PATCH', `tools/${id}`, { off: isOff }, () => void loadInitData())
    await loaded.reload()
    setWanted((last) => ({ ...last, [id]: undefined }))
  }
  return (
    <>
      <p className="account-note">{t(adminText.toolsHelp)}</p>
      {toSections(loaded.data).map(({ group, tools }) => (
        <section key={group ?? ''}>
          {group && <h2>{t(GROUPS[group])}</h2>}
          <ul className="switches">
            {tools.map(({ id, route, title, is_off: isOff, is_fixed: isFixed }) => (
              <li key={id}>
                <label>
                  <input
                    type="checkbox"
                    className="switch"
                    checked={!(wanted[id] ?? isOff)}
                    disabled={isFixed}
                    onChange={({ target }) => void onSwitch(id, !target.checked)}
                  />
                  {t(title)}
                </label>
                <SiteLink to={route}>{route}</SiteLink>
                {isFixed && <span className="account-note">{t(adminText.fixed)}</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** By the groups of the navigation; at the end those that only the server knows. */
function toSections(tools: readonly Tool[]): readonly { readonly group?: Group; readonly tools: readonly Tool[] }[] {
  const known = toGroups(toolRows).map(({ group, rows }) => ({
    group,
    tools: rows.flatMap(({ id }) => tools.filter((tool) => tool.id === id)),
  }))
  return [...known, { tools: tools.filter(({ id }) => !findTool(id)) }].filter((section) => section.tools.length > 0)
}
