import { useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { siteText } from '../text/site.ts'
import { Breakable } from '../ui/breakable.tsx'
import { copyText } from '../ui/copy-button.tsx'

/** A value that a click copies. A long one breaks behind a slash rather than inside a word: `Australia/Sydney`. */
export function CopyValue({ words, copied = words }: { words: string; copied?: string }) {
  const t = useText()
  return (
    <button
      type="button"
      className="value"
      title={t(siteText.copy)}
      onClick={async () => (await copyText(copied, t(siteText.copyFailed))) && toast.success(t(siteText.copied))}
    >
      <Breakable words={words} at={/(?<=\/)/} />
    </button>
  )
}
