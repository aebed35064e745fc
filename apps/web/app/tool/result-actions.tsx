import { arrived } from '../arrived.ts'
import { useText } from '../lang.tsx'
import { toMainText } from '../result/main-text.ts'
import { toolText } from '../text/tool.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { SendTo } from './send-to.tsx'
import { ShareMenu } from './share-menu.tsx'
import type { ToolState } from './view.ts'

/** Send on, copy, download, share: on the right of the toolbar. */
export function ResultActions(tool: ToolState) {
  const t = useText()
  const { card, result, input } = tool
  const isEmpty = result === undefined
  const save = async () => saveFile((await arrived(import('./download.ts'))).toDownload(card, result, input))
  return (
    <span className="result-actions">
      <CopyButton disabled={isEmpty} text={() => toMainText(card, result)} />
      <Button kind="ghost" icon="Download" isIconOnly disabled={isEmpty} onClick={() => void save()}>
        {t(toolText.download)}
      </Button>
      <SendTo {...tool} />
      <ShareMenu {...tool} />
    </span>
  )
}

/** Gives a file to the visitor. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: file.name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
