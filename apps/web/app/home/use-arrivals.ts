import { useEffect } from 'react'
import { arrived } from '../arrived.ts'

/** Files that the system opens with the installed site (WICG Launch Handler API), where the browser has that. */
type LaunchQueue = {
  setConsumer(consume: (launch: { readonly files?: readonly { getFile(): Promise<File> }[] }) => void): void
}

/** Calls with what other programs hand over to the installed site: what they share, or files that are opened with it. */
export function useArrivals(onArrival: (given: File | string) => void): void {
  // oxlint-disable-next-line react/exhaustive-deps -- what arrives is told once
  useEffect(() => {
    const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ files }) => void files?.[0]?.getFile().then(onArrival))
    void takeOver(onArrival)
  }, [])
}

/** Without the code for it where nothing was shared, as almost always; `caches` is there in secure contexts only. */
async function takeOver(onArrival: (given: File | string) => void): Promise<void> {
  if (location.search === '?unshared=1') (await arrived(import('../offline/tell-unshared.ts'))).tellUnshared()
  if (!(await globalThis.caches?.has('octet-shared').catch(() => false))) return
  const { takeShared } = await arrived(import('../offline/shared.ts'))
  const given = await takeShared()
  if (given !== undefined) onArrival(given)
}
