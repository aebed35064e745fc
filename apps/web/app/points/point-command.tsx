import { CopyButton } from '../ui/copy-button.tsx'

/** A command to copy. */
export function PointCommand({ text }: { text: string }) {
  return (
    <div className="points-command">
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} subject={text} isIconOnly />
    </div>
  )
}
