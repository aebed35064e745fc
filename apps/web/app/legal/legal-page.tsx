import './legal.css'
import type { Text } from '@octet/core/text.ts'
import { useText } from '../lang.tsx'
import { usePageContext } from '../page-context.ts'
import { legalText, type LegalSection } from '../text/legal.ts'

type LegalPageProps = { readonly title: Text; readonly lead: Text; readonly sections: readonly LegalSection[] }

/** Rules in sections, with their contents beside them. */
export function LegalPage({ title, lead, sections }: LegalPageProps) {
  const t = useText()
  const { brand } = usePageContext()
  return (
    <article className="wide legal">
      <header>
        <h1>{t(title)}</h1>
        <p className="lead">{t(lead, { brand })}</p>
      </header>
      <nav aria-label={t(legalText.contents)}>
        <ul>
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${id}`}>{t(name)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        {sections.map(({ id, title: name, lines }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{t(name)}</h2>
            {lines.map((line) => (
              <p key={line.en}>{t(line)}</p>
            ))}
          </section>
        ))}
      </div>
    </article>
  )
}
