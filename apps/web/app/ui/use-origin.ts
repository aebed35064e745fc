import { useEffect, useState } from 'react'
import { usePageContext } from '../page-context.ts'

/** The address of this site for lines to copy: the public one until the page runs, then that by which it was reached. */
export function useOrigin(): string {
  const [origin, setOrigin] = useState(usePageContext().origin)
  useEffect(() => setOrigin(location.origin), [])
  return origin
}
