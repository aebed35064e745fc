import { useCallback, useEffect, useState } from 'react'
import { ToolGrid } from '../home/tool-grid.tsx'
import { useText } from '../lang.tsx'
import type { PageProps } from '../page.ts'
import { offlineText } from '../text/offline.ts'
import { Button } from '../ui/button.tsx'
import { localTools } from './offline-paths.ts'
import { toWanted } from './wanted.ts'

/** Stands in for a page that needs the server, says so, and lists what works without it. */
export function OfflinePage({ search }: PageProps<undefined>) {
  const t = useText()
  const wanted = toWanted(search['wanted'])
  const [word, setWord] = useState<keyof typeof offlineText>()
  const tryAgain = useCallback(async () => {
    const isUp = await fetch('/livez', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    setWord(isUp ? 'back' : 'stillAway')
    if (isUp && wanted) location.replace(wanted)
  }, [wanted])
  useEffect(() => {
    const listen = () => void tryAgain()
    addEventListener('online', listen)
    return () => removeEventListener('online', listen)
  }, [tryAgain])
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
      <ToolGrid rows={localTools} />
    </article>
  )
}
