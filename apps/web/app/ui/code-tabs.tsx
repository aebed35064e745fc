import { useState } from 'react'
import { Snippet } from './snippet.tsx'
import { Tabs } from './tabs.tsx'

type CodeTabsProps = {
  readonly label: string
  /** The first one is open. */
  readonly codes: readonly { readonly id: string; readonly label: string; readonly code: string }[]
}

/** The same thing said in several languages, each in its tab. */
export function CodeTabs({ label, codes }: CodeTabsProps) {
  const [active, setActive] = useState(codes[0]?.id ?? '')
  const tabs = codes.map(({ id, label, code }) => ({ id, label, content: <Snippet code={code} /> }))
  return <Tabs label={label} tabs={tabs} active={active} onChange={setActive} />
}
