import '../data/data.css'
import './docs.css'
import { Snippet } from '../ui/snippet.tsx'
import { useText } from '../lang.tsx'
import { pagePaths } from '../page-files.ts'
import { dataText } from '../text/data-pages.ts'
import { guideText } from '../text/guides.ts'
import { SiteLink } from '../ui/site-link.tsx'
import type { Guide } from './guide.ts'
import { GuideRows } from './guide-rows.tsx'
import { GUIDE_LINKS } from './guide-links.ts'
import { KeyField, useKey } from './key-field.tsx'
import { toMarked } from './marked-words.ts'

/** One guide of the documentation, with the visitor's own key in its samples. */
export function GuidePage({ guide }: { guide: Guide }) {
  const t = useText()
  const key = useKey()
  const needsKey = guide.parts.some(({ samples }) => samples.some(({ code }) => code.includes('$KEY')))
  return (
    <article className="wide data-page docs">
      <header>
        <h1>{t(guide.title)}</h1>
        <p className="lead">{t(guide.description)}</p>
      </header>
      <div className="docs-body">
        <GuideNav current={guide.id} />
        <div className="docs-parts">
          {needsKey && <KeyField />}
          {guide.parts.map(({ id, title, words, table, notes, samples }) => (
            <section key={id} id={id}>
              <h2>{t(title)}</h2>
              <p className="prose">{toMarked(t(words))}</p>
              {table && <GuideRows table={table} label={t(title)} />}
              {notes && (
                <ul className="docs-rules">
                  {notes.map((note) => (
                    <li key={note.en}>{toMarked(t(note))}</li>
                  ))}
                </ul>
              )}
              <div className="guide-samples">
                {samples.map(({ label, code }) => (
                  <div key={label.en}>
                    <p>{t(label)}</p>
                    <Snippet code={key ? code.replaceAll('$KEY', key) : code} />
                  </div>
                ))}
              </div>
            </section>
          ))}
        </div>
      </div>
    </article>
  )
}

function GuideNav({ current }: { current: string }) {
  const t = useText()
  return (
    <nav className="docs-nav" aria-label={t(guideText.guides)}>
      <ul>
        <li>
          <SiteLink to="/docs">{t(dataText.docsTitle)}</SiteLink>
        </li>
        {GUIDE_LINKS.filter(({ to }) => pagePaths.includes(to)).map(({ id, to, title }) => (
          <li key={id}>
            <SiteLink to={to} {...(id === current && { 'aria-current': 'page' })}>
              {t(title)}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
