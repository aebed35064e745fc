import { useState } from 'react'
import { lateDialog } from '../late.tsx'
import { useText } from '../lang.tsx'
import { toPlace } from '../catalogue.ts'
import { useKeeping } from '../keep/use-keeping.tsx'
import { usePrefs } from '../state/prefs-store.ts'
import { toast } from '../state/toast-store.ts'
import { shareText } from '../text/share.ts'
import { siteText } from '../text/site.ts'
import { copyText } from '../ui/copy-button.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { toQueryWords } from './query.ts'
import { toShareable } from './share.ts'
import type { ToolState } from './view.ts'

const EmbedDialog = lateDialog(() => import('../embed/embed-dialog.tsx'))

/** Links to this page: with the options only, with the input behind `#`, where no server sees it, or with the key to one that is kept. */
export function ShareMenu(tool: ToolState) {
  const { card, fields, input } = tool
  const t = useText()
  const [isEmbedding, setEmbedding] = useState(false)
  const isPrivate = usePrefs(({ isInputPrivate }) => isInputPrivate)
  const keeping = useKeeping(t(card.title))
  const toPage = () => {
    const query = new URLSearchParams(toQueryWords(fields, input, toPlace(card) !== 'here' && !isPrivate)).toString()
    return `${location.origin}${location.pathname}${query && `?${query}`}`
  }
  const copyOptions = async () => {
    if (await copyText(toPage(), t(siteText.copyFailed))) toast.success(t(shareText.copied))
  }
  const toLink = () => ({ input: toShareable(fields, input), page: toPage() })
  const items: MenuItem[] = [
    { id: 'options', icon: 'Link', label: t(shareText.options), onSelect: () => void copyOptions() },
    ...(isPrivate
      ? []
      : [{ id: 'input', icon: 'LinkPlus', label: t(shareText.input), onSelect: () => void keeping.copy(toLink()) }]),
    ...(isPrivate || !keeping.canKeep
      ? []
      : [{ id: 'keep', icon: 'Lock', label: t(shareText.keep), onSelect: () => keeping.keep(toLink()) }]),
    { id: 'embed', icon: 'Code', label: t(shareText.embed), onSelect: () => setEmbedding(true) },
    {
      id: 'private',
      icon: 'EyeOff',
      label: t(shareText.private),
      isChecked: isPrivate,
      onSelect: () => usePrefs.setState({ isInputPrivate: !isPrivate }),
    },
  ]
  return (
    <>
      <Menu label={t(shareText.share)} icon="Share2" isIconOnly items={items} />
      {keeping.dialog}
      {isEmbedding && <EmbedDialog {...tool} onClose={() => setEmbedding(false)} />}
    </>
  )
}
