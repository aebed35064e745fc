import { MadeList } from '../dev/made-list.tsx'
import type { ToolState } from '../tool/view.ts'

/** Passwords one by one, each with its copy button, and how strong they are. */
export function Result(tool: ToolState<{ kind: string }, { text: string }>) {
  return <MadeList tool={tool as ToolState} isMade={tool.input.kind !== 'check'} />
}
