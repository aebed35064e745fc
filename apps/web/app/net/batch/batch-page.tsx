import '../net.css'
import './batch.css'
import type { ReactNode } from 'react'
import { MoreFields, ToolForm } from '../../dev/tool-form.tsx'
import { ErrorLine, StatusLine } from '../../tool/status-line.tsx'
import { ResultActions } from '../../tool/result-actions.tsx'
import { toRoom, type ToolState } from '../../tool/view.ts'
import { AccountsOnly } from './accounts-only.tsx'
import { InputPane, PrimaryButton } from '../../tool/workbench.tsx'

/** The page of a tool that takes a list of names: the list, what it may be told, and below it a table as wide as the page. */
export function BatchPage({ tool, more = [], children }: { tool: ToolState; more?: readonly string[]; children: ReactNode }) {
  const main = tool.fields.find(({ isMain }) => isMain)
  return (
    <div className={`net-view batch-view ${toRoom(tool) ? 'asked' : ''}`} style={toRoom(tool)}>
      {tool.card.isForAccounts && <AccountsOnly />}
      <ToolForm tool={tool}>
        <div className="pane input-pane">{main && <InputPane field={main} {...tool} />}</div>
        <div className="toolbar">
          <PrimaryButton {...tool} />
          <MoreFields tool={tool} names={more} />
          <ResultActions {...tool} />
        </div>
      </ToolForm>
      <ErrorLine {...tool} />
      {children}
      {(!tool.error || tool.isRunning) && <StatusLine {...tool} error={null} />}
    </div>
  )
}
