import { Snippet } from '../ui/snippet.tsx'
import { pagePaths } from '../page-files.ts'
import { useText } from '../lang.tsx'
import { useAppStore } from '../state/app-store.ts'
import { homeText } from '../text/home.ts'
import { siteText } from '../text/site.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { toFreeRequests, type PlanInShort } from './free-requests.ts'

const FIGURES = [
  { figure: 'CSV · MMDB · JSON', text: homeText.pitchFormats },
  { figure: '6', text: homeText.pitchFlags },
] as const

/** What the data service gives, with the call to try at once. */
export function DataPitch() {
  const t = useText()
  const free = useAppStore((state) => toFreeRequests(state.initData?.plans as readonly PlanInShort[] | undefined))
  return (
    <section className="pitch">
      <div>
        <h2>{t(homeText.pitchTitle)}</h2>
        <p>{t(homeText.pitch)}</p>
        {pagePaths.includes('/ip-data') && (
          <p>
            <SiteLink to="/ip-data" className="button plain">
              {t(siteText.ipData)}
            </SiteLink>
          </p>
        )}
      </div>
      <Snippet code="curl $ORIGIN/v1/ip/8.8.8.8" />
      <ul className="figures">
        {[...(free ? [{ figure: free, text: homeText.pitchFree }] : []), ...FIGURES].map(({ figure, text }) => (
          <li key={figure}>
            <strong>{figure}</strong>
            <span>{t(text)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
