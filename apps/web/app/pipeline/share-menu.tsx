import type { PipelineInput } from '@octet/tools/pipeline/pipeline.ts'
import { useText } from '../lang.tsx'
import { useKeeping } from '../keep/use-keeping.tsx'
import { usePrefs } from '../state/prefs-store.ts'
import { pipelineText } from '../text/pipeline.ts'
import { shareText } from '../text/share.ts'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { isInputSecret } from './steps.ts'
import type { PipelinePage } from './use-pipeline.ts'

type ShareMenuProps = Pick<PipelinePage, 'steps' | 'cards' | 'text'> & { readonly pipeline: PipelineInput }

/** Links to a pipeline: to its steps, with its input where that is nobody's secret, or kept sealed. */
export function ShareMenu({ pipeline, steps, cards, text }: ShareMenuProps) {
  const t = useText()
  const isInputPrivate = usePrefs((prefs) => prefs.isInputPrivate)
  const keeping = useKeeping(pipeline.name || t(pipelineText.title))
  const toLink = (withText: boolean) => ({
    input: { ...pipeline, ...(withText ? { text } : {}) },
    page: `${location.origin}${location.pathname}`,
  })
  const canShareText = text !== '' && !isInputPrivate && !isInputSecret(steps, cards)
  const items: MenuItem[] = [
    { id: 'steps', icon: 'Link', label: t(pipelineText.shareSteps), onSelect: () => void keeping.copy(toLink(false)) },
    ...(canShareText
      ? [{ id: 'text', icon: 'LinkPlus', label: t(pipelineText.shareText), onSelect: () => void keeping.copy(toLink(true)) }]
      : []),
    ...(keeping.canKeep && !isInputPrivate
      ? [{ id: 'keep', icon: 'Lock', label: t(shareText.keep), onSelect: () => keeping.keep(toLink(canShareText)) }]
      : []),
  ]
  return (
    <>
      <Menu label={t(pipelineText.share)} icon="Share2" isIconOnly disabled={steps.length === 0} items={items} />
      {keeping.dialog}
    </>
  )
}
