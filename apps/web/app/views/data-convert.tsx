import { withGrammar } from '../dev/with-grammar.ts'
import { ResultPane } from '../result/result-pane.tsx'
import type { ToolState } from '../tool/view.ts'

/** The result in the colours of the format that was asked for. */
export const Result = (tool: ToolState) => (
  <ResultPane {...tool} card={{ ...tool.card, output: withGrammar(tool.card.output, tool.input) }} />
)
