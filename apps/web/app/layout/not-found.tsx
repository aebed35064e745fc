import { useRouterState } from '@tanstack/react-router'
import { useLang, useText } from '../lang.tsx'
import { toLocalPath } from '../locale.ts'
import { siteText } from '../text/site.ts'
import { Shell } from './shell.tsx'

/** Thrown as the data of `notFound` when a page's own check refused the path. */
export type NotFoundData = { readonly isInvalid: boolean }

/** The 404 page. Its first line is the same in both languages, as programs look for it (SPEC §2). */
export function NotFound({ data }: { data?: unknown }) {
  const t = useText()
  const lang = useLang()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isInvalid = (data as NotFoundData | undefined)?.isInvalid === true
  // In a frame of another site only the page itself may stand: its links open outside.
  const isInFrame = path.startsWith('/embed/')
  const target = isInFrame ? { target: '_blank', rel: 'noopener' } : {}
  const shownPath = decode(toLocalPath(path, lang))
  return (
    <Shell layout="default" isEmbedded={isInFrame}>
      <section className="lonely">
        <h1>404</h1>
        <p className="lonely-line">{isInvalid ? `Page Not Found: ${shownPath}` : `Page not found: ${shownPath}`}</p>
        <p>{t(siteText.notFoundHelp)}</p>
        <p className="lonely-actions">
          <a className="button primary" href="/" {...target}>
            {t(siteText.backHome)}
          </a>
          {!isInFrame && (
            <a className="button plain" href="/">
              {t(siteText.goHome)}
            </a>
          )}
        </p>
      </section>
    </Shell>
  )
}

function decode(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path // not UTF-8: shown as it came
  }
}
