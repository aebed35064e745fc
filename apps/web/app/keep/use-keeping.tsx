import { useState, type ReactNode } from 'react'
import { lateDialog } from '../late.tsx'
import { useText } from '../lang.tsx'
import { useAppStore } from '../state/app-store.ts'
import { toast } from '../state/toast-store.ts'
import { shareText } from '../text/share.ts'
import { siteText } from '../text/site.ts'
import { MAX_HASH_CHARS, packInput } from '../tool/share.ts'
import { copyText } from '../ui/copy-button.tsx'
import type { KeepDialogProps } from './keep-dialog.tsx'

const KeepDialog = lateDialog(() => import('./keep-dialog.tsx'))

type Link = Pick<KeepDialogProps, 'input' | 'page'>

type Keeping = {
  /** Whether the server can keep inputs: it has a database. */
  readonly canKeep: boolean
  /** Copies a link that holds the input; where that is too long, offers to have the input kept. */
  readonly copy: (link: Link) => Promise<void>
  /** Offers to have the input kept. */
  readonly keep: (link: Link) => void
  /** Its place is anywhere in what calls this. */
  readonly dialog: ReactNode
}

/** Links that hold an input, or lead to one that the server keeps. `name` is what its owner calls it. */
export function useKeeping(name: string): Keeping {
  const t = useText()
  const [wanted, setWanted] = useState<Link & Pick<KeepDialogProps, 'tooLong'>>()
  const canKeep = useAppStore(({ initData }) => initData?.accounts !== false)
  const copy = async ({ input, page }: Link) => {
    const hash = await packInput(input)
    const isTooLong = hash.length > MAX_HASH_CHARS
    if (isTooLong && canKeep) setWanted({ input, page, tooLong: hash.length })
    else if (isTooLong) toast.warning(t(shareText.tooLong, { limit: MAX_HASH_CHARS, got: hash.length }), true)
    else if (await copyText(`${page}#${hash}`, t(siteText.copyFailed))) toast.success(t(shareText.copied))
  }
  const dialog = wanted && <KeepDialog {...wanted} name={name} onClose={() => setWanted(undefined)} />
  return { canKeep, copy, keep: setWanted, dialog }
}
