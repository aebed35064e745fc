import { useEffect, type MouseEvent } from 'react'
import { replayEarlyInput } from '../early-input.ts'
import { useLang, useText } from '../lang.tsx'
import { toLocalPath } from '../locale.ts'
import { usePageContext } from '../page-context.ts'
import type { PageProps } from '../page.ts'
import { embedText } from '../text/embed.ts'
import { PlaceBadge } from '../tool/place-badge.tsx'
import type { LoadedTool } from '../tool/load-tool.ts'
import { toRunState } from '../tool/view.ts'
import { useTool } from '../tool/use-tool.ts'
import { useToolKeys } from '../tool/use-tool-keys.ts'
import { Workbench } from '../tool/workbench.tsx'
import { Icon } from '../ui/icon.tsx'
import { reportSize } from './report-size.ts'
import './embed.css'

/** A tool inside another page: the drawn tool alone, with a way to the whole site. */
export function EmbedPage({ data }: PageProps<LoadedTool | undefined>) {
  useEffect(() => {
    document.documentElement.dataset.ready = 'true'
    setTimeout(replayEarlyInput)
    return reportSize()
  }, [])
  return data ? <EmbeddedTool {...data} /> : null
}

function EmbeddedTool({ card, view }: LoadedTool) {
  const t = useText()
  const lang = useLang()
  const { brand } = usePageContext()
  const tool = useTool(card)
  useToolKeys(tool)
  const View = view?.default
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the links inside have their own keys
    <article className="tool embedded" data-run={toRunState(tool)} onClickCapture={openOutside}>
      <header className="tool-head">
        <h1>{t(card.title)}</h1>
        <PlaceBadge card={card} />
      </header>
      {View ? <View {...tool} /> : <Workbench {...tool} Result={view?.Result} />}
      <p className="embed-foot">
        <a href={toLocalPath(card.route, lang)} target="_blank" rel="noopener">
          {t(embedText.openWhole, { brand })}
          <Icon name="ExternalLink" size={14} />
        </a>
      </p>
    </article>
  )
}

/** A link to another page leaves the frame: only this page may stand in it. */
function openOutside(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.target || link.download) return
  event.preventDefault()
  event.stopPropagation()
  window.open(link.href, '_blank', 'noopener')
}
