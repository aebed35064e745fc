import './wide-tool.css'
import type { ToolState } from '../tool/view.ts'
import { Workbench } from '../tool/workbench.tsx'

/** The bytes above, the values in them below over the whole width. */
export default function BinaryDataView(tool: ToolState) {
  return (
    <div className="wide-tool">
      <Workbench {...tool} />
    </div>
  )
}
