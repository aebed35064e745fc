import { MadeList } from '../dev/made-list.tsx'
import type { ToolState } from '../tool/view.ts'

/** Ids one by one, each with its copy button. */
export function Result(tool: ToolState<{ mode: string }, { text: string }>) {
  return <MadeList tool={tool as ToolState} isMade={tool.input.mode === 'make'} />
}
