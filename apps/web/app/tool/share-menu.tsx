import { Suspense, useState } from 'react'
import { late } from '../late.tsx'
import { useText } from '../lang.tsx'
import { toPlace } from '../catalogue.ts'
import { usePrefs } from '../state/prefs-store.ts'
import { toast } from '../state/toast-store.ts'
import { siteText } from '../text/site.ts'
import { toolText } from '../text/tool.ts'
import { copyText } from '../ui/copy-button.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { toQueryWords } from './query.ts'
import { MAX_HASH_CHARS, packInput, toShareable } from './share.ts'
import type { ToolState } from './view.ts'

const EmbedDialog = late(() => import('../embed/embed-dialog.tsx'))

/** Links to this page: with the options only, or with the input behind `#`, where no server sees it. */
export function ShareMenu(tool: ToolState) {
  const { card, fields, input } = tool
  const t = useText()
  const [isEmbedding, setEmbedding] = useState(false)
  const isPrivate = usePrefs(({ isInputPrivate }) => isInputPrivate)
  const copyLink = async (hash: string) => {
    const query = new URLSearchParams(toQueryWords(fields, input, toPlace(card) !== 'here' && !isPrivate)).toString()
    const link = `${location.origin}${location.pathname}${query && `?${query}`}${hash && `#${hash}`}`
    if (await copyText(link, t(siteText.copyFailed))) toast.success(t(toolText.shared))
  }
  const copyWithInput = async () => {
    const hash = await packInput(toShareable(fields, input))
    if (hash.length > MAX_HASH_CHARS) toast.warning(t(toolText.shareTooLong, { limit: MAX_HASH_CHARS, got: hash.length }), true)
    else await copyLink(hash)
  }
  const items: MenuItem[] = [
    { id: 'options', icon: 'Link', label: t(toolText.shareOptions), onSelect: () => void copyLink('') },
    ...(isPrivate
      ? []
      : [{ id: 'input', icon: 'LinkPlus', label: t(toolText.shareInput), onSelect: () => void copyWithInput() }]),
    { id: 'embed', icon: 'Code', label: t(toolText.embed), onSelect: () => setEmbedding(true) },
    {
      id: 'private',
      icon: 'EyeOff',
      label: t(toolText.sharePrivate),
      isChecked: isPrivate,
      onSelect: () => usePrefs.setState({ isInputPrivate: !isPrivate }),
    },
  ]
  return (
    <>
      <Menu label={t(toolText.share)} icon="Share2" isIconOnly items={items} />
      {isEmbedding && (
        <Suspense fallback={null}>
          <EmbedDialog {...tool} onClose={() => setEmbedding(false)} />
        </Suspense>
      )}
    </>
  )
}
