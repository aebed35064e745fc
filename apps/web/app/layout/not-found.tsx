import { useRouterState } from '@tanstack/react-router'
import { useLang, useText } from '../lang.tsx'
import { toLocalPath } from '../locale.ts'
import { usePageContext } from '../page-context.ts'
import { useIsOn } from '../state/app-store.ts'
import { siteText } from '../text/site.ts'
import { SiteLink } from '../ui/site-link.tsx'
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
  const shownPath = readPath(toLocalPath(path, lang))
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
        {!isInFrame && <Near path={path} />}
      </section>
    </Shell>
  )
}

/** What is called like the path. The server alone looks, so that no other page bears the words of the search. */
function Near({ path }: { path: string }) {
  const t = useText()
  const isOn = useIsOn()
  const { near } = usePageContext()
  if (near?.path !== path) return null
  return (
    <>
      <h2>{t(siteText.near)}</h2>
      <ul className="related">
        {near.places.filter(isOn).map(({ id, route, title, note }) => (
          <li key={id}>
            <SiteLink to={route}>
              <strong>{t(title)}</strong>
              <span>{t(note)}</span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A path as people read it. */
export function readPath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path // not UTF-8: shown as it came
  }
}
