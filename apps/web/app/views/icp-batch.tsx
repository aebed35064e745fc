import { BatchPage } from '../net/batch/batch-page.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import type { ToolState } from '../tool/view.ts'

/** The filings of many sites in one table that fills while they are read. */
export default function IcpBatch(tool: ToolState) {
  return (
    <BatchPage tool={tool} more={['isFresh']}>
      {tool.result !== undefined && (
        <div className="net-result net-panel">
          <ResultPane {...tool} />
        </div>
      )}
    </BatchPage>
  )
}
