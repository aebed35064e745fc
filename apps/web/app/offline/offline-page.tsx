import summaries from 'virtual:octet/summaries'
import { useCallback, useEffect, useState } from 'react'
import { ToolGrid } from '../home/tool-grid.tsx'
import { useText } from '../lang.tsx'
import type { PageProps } from '../page.ts'
import { offlineText } from '../text/offline.ts'
import { Button } from '../ui/button.tsx'
import { localTools } from './offline-paths.ts'
import { toWanted } from './wanted.ts'

const LOOK_MS = 5_000

const isServerUp = (): Promise<boolean> =>
  fetch('/livez', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Stands in for a page that needs the server, says so, and lists what works without it. */
export function OfflinePage({ search }: PageProps<undefined>) {
  const t = useText()
  const wanted = toWanted(search['wanted'])
  const [word, setWord] = useState<keyof typeof offlineText>()
  const tryAgain = useCallback(async () => {
    const isUp = await isServerUp()
    setWord(isUp ? 'back' : 'stillAway')
    if (isUp && wanted) location.replace(wanted)
  }, [wanted])
  useEffect(() => {
    if (!wanted) return
    // The browser's word may come before this page listens, or before the server answers.
    const look = async () => (await isServerUp()) && location.replace(wanted)
    const timer = setInterval(() => void look(), LOOK_MS)
    const listen = () => void look()
    addEventListener('online', listen)
    return () => {
      clearInterval(timer)
      removeEventListener('online', listen)
    }
  }, [wanted])
  return (
    <article className="wide">
      <header className="tool-head">
        <div>
          <h1>{t(offlineText.title)}</h1>
          {wanted && <p>{t(offlineText.needsServer, { page: decodeURI(wanted) })}</p>}
          <p>{t(offlineText.stillWorks, { count: localTools.length })}</p>
        </div>
      </header>
      <p className="lonely-actions offline-actions">
        <Button kind="primary" icon="Refresh" onClick={() => void tryAgain()}>
          {t(offlineText.again)}
        </Button>
        <span role="status">{word && t(offlineText[word])}</span>
      </p>
      <ToolGrid rows={localTools} summaries={summaries} />
    </article>
  )
}
