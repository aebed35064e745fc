import { useText } from '../lang.tsx'
import { monitorText as words } from '../text/monitors.ts'
import { CopyButton } from '../ui/copy-button.tsx'

/** The secret of a new webhook, which is never shown again. */
export function WebhookSecret({ secret }: { secret: string }) {
  const t = useText()
  return (
    <>
      <p role="status">{t(words.secret)}</p>
      <div className="points-command">
        <pre tabIndex={0}>{secret}</pre>
        <CopyButton text={secret} isIconOnly />
      </div>
    </>
  )
}
