import { pagePaths } from '../page-files.ts'
import { useText } from '../lang.tsx'
import { homeText } from '../text/home.ts'
import { siteText } from '../text/site.ts'
import { SiteLink } from '../ui/site-link.tsx'

const FIGURES = [
  { figure: '50,000', text: homeText.pitchFree },
  { figure: 'CSV · MMDB · JSON', text: homeText.pitchFormats },
  { figure: '6', text: homeText.pitchFlags },
] as const

/** What the data service gives, with the call to try at once. */
export function DataPitch() {
  const t = useText()
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
      <pre tabIndex={0}>
        <code>curl /v1/ip/8.8.8.8?fields=country_code,city_name,ASN</code>
      </pre>
      <ul className="figures">
        {FIGURES.map(({ figure, text }) => (
          <li key={figure}>
            <strong>{figure}</strong>
            <span>{t(text)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
