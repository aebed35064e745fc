import { useText } from '../../lang.tsx'
import { toast } from '../../state/toast-store.ts'
import { jsonDiffText as words } from '../../text/dev-json-diff.ts'
import { siteText } from '../../text/site.ts'
import { copyText } from '../../ui/copy-button.tsx'
import { useFirstRows } from '../../ui/first-rows.tsx'

export type JsonChange = {
  readonly path: string
  readonly change: 'added' | 'removed' | 'changed'
  readonly before: string
  readonly after: string
}

const SIGNS = { added: '+', removed: '−', changed: '~' } as const

/** Changes that are drawn at once. */
const STEP = 1000
const MAX_VALUE_CHARS = 300

/** Each difference with its path; a click on that copies it. */
export function ChangeList({ changes }: { changes: readonly JsonChange[] }) {
  const t = useText()
  const { shown, more } = useFirstRows(changes, STEP)
  const copy = async (path: string) => {
    if (await copyText(path, t(siteText.copyFailed))) toast.success(t(siteText.copied))
  }
  return (
    <>
      <ul className="json-changes">
        {shown.map(({ path, change, before, after }) => (
          <li key={path} className={change}>
            <span aria-hidden="true">{SIGNS[change]}</span>
            <button type="button" className="value mono" aria-label={t(words.copyPath, { path })} onClick={() => void copy(path)}>
              {path}
            </button>
            <span className="json-values">
              {change !== 'added' && <del>{toShort(before)}</del>}
              {change === 'changed' && <span aria-hidden="true"> → </span>}
              {change !== 'removed' && <ins>{toShort(after)}</ins>}
            </span>
          </li>
        ))}
      </ul>
      {more}
    </>
  )
}

const toShort = (text: string): string => (text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}…` : text)
