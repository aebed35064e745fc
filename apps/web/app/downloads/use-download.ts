import { useEffect, useRef, useState } from 'react'
import { useAct } from '../account/use-act.ts'
import type { DatabaseInfo, FormatInfo } from './databases.ts'
import { FileSaver, findPicker } from './save-file.ts'

export type DownloadState =
  | { readonly kind: 'idle' | 'asking' | 'saved' }
  | { readonly kind: 'saving' | 'paused' | 'broken'; readonly doneBytes: number; readonly totalBytes: number }

type Link = { readonly url: string; readonly name: string; readonly size_bytes: number }
/** How often the figures are drawn while a file is saved. */
const DRAW_MS = 200

/** Downloads one file: with progress and pauses where the browser lets a page write files, else by the browser itself. */
export function useDownload(product: DatabaseInfo, { format, file }: FormatInfo, onEnd: () => void) {
  const [state, setState] = useState<DownloadState>({ kind: 'idle' })
  const saver = useRef<FileSaver>(undefined)
  useEffect(() => () => saver.current?.pause(), [])
  const { refusal, act } = useAct()
  const getLink = async () => (await act<Link>('POST', `databases/${product.id}/${format}/link`)).data

  const run = async (of: FileSaver) => {
    const draw = (kind: 'saving' | 'paused' | 'broken') => setState({ kind, doneBytes: of.doneBytes, totalBytes: of.totalBytes })
    let drawnAt = 0
    draw('saving')
    const ended = await of.run(() => {
      if (performance.now() - drawnAt < DRAW_MS) return
      drawnAt = performance.now()
      draw('saving')
    })
    if (ended === 'saved') setState({ kind: 'saved' })
    else draw(ended)
    onEnd()
  }

  return {
    state,
    /** Why there is no link to the file. */
    refusal,
    async start() {
      const picker = findPicker()
      if (!picker || !file) {
        setState({ kind: 'asking' })
        download(await getLink(), onEnd)
        return setState({ kind: 'idle' })
      }
      // Asked for at once: browsers open the window only right after a click.
      const handle = await picker({ suggestedName: file.name }).catch(() => undefined)
      if (!handle) return
      setState({ kind: 'asking' })
      saver.current = new FileSaver(handle, file.size_bytes, async () => (await getLink())?.url)
      await run(saver.current)
    },
    pause: () => saver.current?.pause(),
    resume: () => saver.current && run(saver.current),
  }
}

function download(link: Link | undefined, onEnd: () => void): void {
  if (!link) return
  const anchor = document.createElement('a')
  anchor.href = link.url
  anchor.download = link.name
  anchor.click()
  setTimeout(onEnd, 2_000)
}
