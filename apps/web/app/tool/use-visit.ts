import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isHandedTo, isOnShow } from './draft.ts'
import { isShared } from './share.ts'

/**
 * Counts the visits of a tool that follow each other without another page between: a link, «Back», or a text from the palette
 * may lead to the tool that is on show, whose page then begins anew. What the page itself writes into the address is no visit.
 */
export function useVisit(id: string | undefined): number {
  const router = useRouter()
  const [visit, setVisit] = useState(0)
  useEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged, hashChanged }) => {
        if (!fromLocation || pathChanged || isOnShow(toLocation.state.draft)) return
        const isOther = fromLocation.searchStr !== toLocation.searchStr || (hashChanged && isShared(toLocation.hash))
        if (isOther || (id !== undefined && isHandedTo(id))) setVisit((count) => count + 1)
      }),
    [router, id],
  )
  return visit
}
