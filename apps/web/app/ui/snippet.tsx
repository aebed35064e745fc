import { CopyButton } from './copy-button.tsx'

/** Code to copy. `$ORIGIN` in it becomes the address of this site when it is copied. */
export const Snippet = ({ code }: { code: string }) => (
  <div className="snippet">
    <pre tabIndex={0}>
      <code>{code}</code>
    </pre>
    <CopyButton isIconOnly text={() => code.replaceAll('$ORIGIN', location.origin)} />
  </div>
)
