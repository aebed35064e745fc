import { Suspense, useEffect, useRef, useState } from 'react'
import { toPlace } from '../catalogue.ts'
import { useText } from '../lang.tsx'
import { late } from '../late.tsx'
import { GROUPS } from '@octet/core/tool.ts'
import type { ToolCard } from '@octet/tools/catalogue.ts'
import { useIsOn } from '../state/app-store.ts'
import { toggleFavourite, usePrefs } from '../state/prefs-store.ts'
import { siteText } from '../text/site.ts'
import { toolText } from '../text/tool.ts'
import { Button } from '../ui/button.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { ApiSnippet } from './api-snippet.tsx'
import { Examples } from './examples.tsx'
import { PlaceBadge } from './place-badge.tsx'
import { isAwaited, toRunState, type ToolState, type ViewModule } from './view.ts'
import { useAnswerInSight } from './use-answer-in-sight.ts'
import { useTool } from './use-tool.ts'
import { useToolKeys } from './use-tool-keys.ts'
import { Workbench } from './workbench.tsx'

const PrintedLine = late(() => import('../net/printed-line.tsx'))

/** The page of a tool: its own view if it has one, else drawn from its schema. */
export function ToolPage({ card, view }: { card: ToolCard; view: ViewModule | undefined }) {
  const t = useText()
  const tool = useTool(card)
  useToolKeys(tool)
  const View = view?.default
  const isOn = useIsOn()
  const article = useRef<HTMLElement>(null)
  const awaitAnswer = useAnswerInSight(article, tool)
  return (
    <article className="tool" data-run={toRunState(tool)} ref={article} onSubmit={awaitAnswer}>
      <nav className="breadcrumb" aria-label={t(toolText.breadcrumb)}>
        <SiteLink to="/tools">{t(siteText.tools)}</SiteLink>
        <span aria-hidden="true">/</span>
        <span>{t(GROUPS[card.group])}</span>
      </nav>
      <header className="tool-head">
        <div>
          <h1>
            {t(card.title)}
            <FavouriteButton id={card.id} />
          </h1>
          <p>
            {t(card.summary)}
            <ManyLink many={card.many} />
          </p>
        </div>
        <PlaceBadge card={tool.card} />
      </header>
      <Printed {...tool} />
      {!isOn(card) ? (
        <p role="alert">{t(toolText.off)}</p>
      ) : (
        <>
          {toPlace(card) !== 'server' && <noscript>{t(siteText.needsScripts)}</noscript>}
          <Suspense>{View ? <View {...tool} /> : <Workbench {...tool} Result={view?.Result} />}</Suspense>
          <Suspense>
            <Examples {...tool} />
          </Suspense>
        </>
      )}
      {card.about && (
        <section hidden={isAwaited(tool)}>
          <h2>{t(toolText.about)}</h2>
          <p className="prose">{t(card.about)}</p>
        </section>
      )}
      <Suspense>
        <ApiSnippet {...tool} />
        <Related rows={card.related} isHidden={isAwaited(tool)} />
      </Suspense>
    </article>
  )
}

/** For paper, the answer of a server: the browser alone draws it, since it says the reader's time. */
function Printed(tool: ToolState) {
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  return isHere && tool.card.needs.length > 0 && tool.result !== undefined ? (
    <Suspense>
      <PrintedLine {...tool} />
    </Suspense>
  ) : null
}

/** The way to the tool that takes many of what this one takes one of. */
function ManyLink({ many }: Pick<ToolCard, 'many'>) {
  const t = useText()
  const isOn = useIsOn()
  return many && isOn(many) ? (
    <>
      {' · '}
      <SiteLink to={many.route}>{t(many.title)}</SiteLink>
    </>
  ) : null
}

function FavouriteButton({ id }: { id: string }) {
  const t = useText()
  const isFavourite = usePrefs(({ favourites }) => favourites.includes(id))
  return (
    <Button
      kind="ghost"
      icon="Star"
      isIconOnly
      aria-pressed={isFavourite}
      className="favourite"
      onClick={() => toggleFavourite(id)}
    >
      {t(isFavourite ? toolText.removeFavourite : toolText.addFavourite)}
    </Button>
  )
}

function Related({ rows, isHidden }: { rows: ToolCard['related']; isHidden: boolean }) {
  const t = useText()
  const shown = rows.filter(useIsOn())
  if (shown.length === 0) return null
  return (
    <section hidden={isHidden}>
      <h2>{t(toolText.related)}</h2>
      <ul className="related">
        {shown.map(({ id, route, title, summary }) => (
          <li key={id}>
            <SiteLink to={route}>
              <strong>{t(title)}</strong>
              <span>{t(summary)}</span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
