import { useLang, useText } from '../lang.tsx'
import { toLocalPath } from '../locale.ts'
import { siteText } from '../text/site.ts'
import { Button } from '../ui/button.tsx'

/** Shown when a page could not be loaded or drawn. It stands alone, since the frame may be what failed. */
export function PageFailure({ error }: { error: unknown }) {
  const t = useText()
  const lang = useLang()
  return (
    <main className="lonely" id="main">
      <h1>{t(siteText.failedTitle)}</h1>
      <p>{t(siteText.failedHelp)}</p>
      <p className="lonely-line">{error instanceof Error ? error.message : String(error)}</p>
      <p className="lonely-actions">
        <Button kind="primary" icon="Refresh" onClick={() => location.reload()}>
          {t(siteText.loadAgain)}
        </Button>
        <a className="button plain" href={toLocalPath('/', lang)}>
          {t(siteText.backHome)}
        </a>
      </p>
    </main>
  )
}
