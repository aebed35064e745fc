import { useEffect, useState } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'

/** Lines for a terminal. `$ORIGIN` becomes the address of this site once the page runs. */
export function Sample({ code }: { code: string }) {
  const [origin, setOrigin] = useState('$ORIGIN')
  useEffect(() => setOrigin(location.origin), [])
  const text = code.replaceAll('$ORIGIN', origin)
  return (
    <div className="snippet">
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton isIconOnly text={text} />
    </div>
  )
}
