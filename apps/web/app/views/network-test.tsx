import '../ip/ip.css'
import '../net/net.css'
import './network-test.css'
import { WebrtcTest } from '../ip/webrtc-test.tsx'
import { useText } from '../lang.tsx'
import { FamilyPanel } from '../net/family-panel.tsx'
import { ReachPanel, type NetworkTestTool } from '../net/reach-panel.tsx'
import { SpeedPanel } from '../net/speed-panel.tsx'
import { useReach } from '../net/use-reach.ts'
import { netTestText as words } from '../text/net-test.ts'
import { SiteLink } from '../ui/site-link.tsx'

/** The browser measures itself; the tool's own run adds what the server reaches. */
export default function NetworkTestView(tool: NetworkTestTool) {
  const t = useText()
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
        <WebrtcTest />
      </div>
      <ReachPanel tool={tool} reach={reach} isRunning={isRunning} onStart={startBoth} />
      <section className="net-panel net-limits">
        <h2>{t(words.limits)}</h2>
        <ul>
          <li>
            {t(words.limitMtu)} <SiteLink to="/pingip">{t(words.ping)}</SiteLink>
          </li>
          <li>
            {t(words.limitDns)} <SiteLink to="/ipdizhi">{t(words.lookUp)}</SiteLink>
          </li>
          <li>{t(words.limitHttp3)}</li>
        </ul>
      </section>
    </div>
  )
}
