import type { IpRecord } from '@octet/core/ip/record.ts'
import { BrowserFacts } from '../ip/browser-facts.tsx'
import { ConnectionFacts } from '../ip/connection-facts.tsx'
import { RecordView } from '../ip/record-view.tsx'
import { askOwnRecord, useOwnFailure, useOwnRecord } from '../ip/use-own-record.ts'
import { TryAgain } from '../account/waiting.tsx'
import { WebrtcTest } from '../ip/webrtc-test.tsx'
import { useText } from '../lang.tsx'
import { ipText } from '../text/ip.ts'
import { StatusLine } from '../tool/status-line.tsx'
import { ResultActions } from '../tool/result-actions.tsx'
import type { ToolState } from '../tool/view.ts'
import { Button } from '../ui/button.tsx'

/** The visitor's own address, what it says, and what else the browser tells every site. */
export default function MyIpView(tool: ToolState<Readonly<Record<string, unknown>>, IpRecord>) {
  const t = useText()
  const own = useOwnRecord()
  const failure = useOwnFailure()
  const record = tool.result ?? own
  return (
    <div className="ip-view">
      <div className="main-row">
        <Button icon="Refresh" isBusy={tool.isRunning} onClick={() => tool.run()}>
          {t(ipText.lookAgain)}
        </Button>
        <ResultActions {...tool} result={record ?? undefined} />
      </div>
      {tool.error && <StatusLine {...tool} />}
      {record ? (
        <RecordView record={record} query="me" isOwn>
          <div className="ip-second">
            <ConnectionFacts ip={record.ip} />
            <BrowserFacts record={record} />
            <WebrtcTest />
          </div>
        </RecordView>
      ) : failure ? (
        <TryAgain failure={{ msg: failure, resolution: '' }} isLoading={false} reload={askOwnRecord} />
      ) : (
        <p className="ip-intro awaited">{t(ipText.asking)}</p>
      )}
    </div>
  )
}
