import { useEffect, useState } from 'react'
import { fetchData } from '../api/fetch-data.ts'
import { useLang, useText } from '../lang.tsx'
import { netTestText as words } from '../text/net-test.ts'
import { Button } from '../ui/button.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { Stat } from './stat.tsx'

type Mtu = {
  readonly mtu: number | null
  readonly mss: number | null
  readonly ip_version: number | null
  readonly has_timestamps: boolean | null
  readonly meaning: string
}

/** The largest packet that this page's connection carries, as the server's kernel knows it. */
export function MtuPanel() {
  const t = useText()
  const lang = useLang()
  const [turn, setTurn] = useState(0)
  const [found, setFound] = useState<{ readonly data: Mtu | undefined; readonly msg: string }>()
  useEffect(() => {
    let isGone = false
    void fetchData<Mtu>('/v1/mtu', { lang }).then((answer) => !isGone && setFound(answer))
    return () => void (isGone = true)
  }, [lang, turn])
  const data = found?.data
  return (
    <section className="net-panel mtu-panel">
      <header>
        <h2>{t(words.mtu)}</h2>
        <Button icon="Refresh" disabled={!found} onClick={() => setTurn(turn + 1)}>
          {t(words.mtuAgain)}
        </Button>
      </header>
      <dl className="net-stats">
        <Stat
          label={t(words.mtuPacket)}
          value={data?.mtu}
          unit={t(words.bytes)}
          note={found ? data?.ip_version && `IPv${data.ip_version}` : '…'}
        />
        <Stat
          label={t(words.mtuPayload)}
          value={data?.mss}
          unit={t(words.bytes)}
          note={found ? data?.has_timestamps && t(words.mtuTimestamps) : '…'}
        />
      </dl>
      <p role="status">{found ? (data?.meaning ?? (found.msg || t(words.noReason))) : '…'}</p>
      <p>
        {t(words.mtuHelp)} <SiteLink to="/pingip">{t(words.ping)}</SiteLink>
      </p>
    </section>
  )
}
