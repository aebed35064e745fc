import '../ip/ip.css'
import '../net/net.css'
import './network-test.css'
import { WebrtcTest } from '../ip/webrtc-test.tsx'
import { DnsLeakPanel } from '../net/dns-leak-panel.tsx'
import { FamilyPanel } from '../net/family-panel.tsx'
import { MtuPanel } from '../net/mtu-panel.tsx'
import { ReachPanel, type NetworkTestTool } from '../net/reach-panel.tsx'
import { SpeedPanel } from '../net/speed-panel.tsx'
import { useReach } from '../net/use-reach.ts'

/** The browser measures itself; the server adds what it reaches and what it sees of the visitor. */
export default function NetworkTestView(tool: NetworkTestTool) {
  const { reach, start, isRunning } = useReach()
  const startBoth = () => {
    void start()
    tool.run()
  }
  return (
    <div className="net-view">
      <SpeedPanel />
      <div className="net-pair">
        <FamilyPanel reach={reach} />
        <MtuPanel />
      </div>
      <DnsLeakPanel />
      <WebrtcTest />
      <ReachPanel tool={tool} reach={reach} isRunning={isRunning} onStart={startBoth} />
    </div>
  )
}
