import { useEffect, useState } from 'react'

/** The address of this site for lines to copy: `$ORIGIN`, as a shell would take it, until the page runs. */
export function useOrigin(): string {
  const [origin, setOrigin] = useState('$ORIGIN')
  useEffect(() => setOrigin(location.origin), [])
  return origin
}
