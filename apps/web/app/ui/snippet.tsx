import { CopyButton } from './copy-button.tsx'
import { fillOrigin } from './fill-origin.ts'
import { useOrigin } from './use-origin.ts'

/** Code to copy. `$ORIGIN` in it becomes the address of this site. */
export function Snippet({ code }: { code: string }) {
  const text = fillOrigin(code, useOrigin())
  return (
    <div className="snippet">
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton isIconOnly text={() => text} />
    </div>
  )
}
