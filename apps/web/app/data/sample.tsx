import { useEffect, useState } from 'react'
import { Snippet } from '../ui/snippet.tsx'

/** Lines for a terminal. `$ORIGIN` becomes the address of this site once the page runs. */
export function Sample({ code }: { code: string }) {
  const [origin, setOrigin] = useState('$ORIGIN')
  useEffect(() => setOrigin(location.origin), [])
  return <Snippet code={code.replaceAll('$ORIGIN', origin)} />
}
