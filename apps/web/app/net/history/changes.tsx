import './changes.css'
import { useLang, useText } from '../../lang.tsx'
import { toDayTime } from '../../day-words.ts'
import { toast } from '../../state/toast-store.ts'
import { historyText as words } from '../../text/net-history.ts'
import { toolText } from '../../text/tool.ts'
import { Button } from '../../ui/button.tsx'
import { toAgo } from './ago.ts'
import type { Change } from './facts.ts'
import type { History } from './use-comparison.ts'

type Labelled = { readonly label: (field: string) => string }

/** What has changed since the visitor's last lookup; nothing where nothing has. */
export function ChangesSince({ comparison, label }: Pick<History, 'comparison'> & Labelled) {
  const t = useText()
  const lang = useLang()
  if (!comparison?.lastAt || comparison.changes.length === 0) return null
  const { lastAt, changes, at } = comparison
  return (
    <section className="net-changes">
      <h2>{t(words.changed, { time: toTime(lastAt, lang), ago: toAgo(at - lastAt, lang) })}</h2>
      <ChangeList changes={changes} label={label} />
    </section>
  )
}

/** When the same was last asked, and what this browser keeps of it. */
export function KeptLine({ comparison, forget, keep, label }: History & Labelled) {
  const t = useText()
  const lang = useLang()
  if (comparison === undefined) return null
  if (comparison === null)
    return (
      <p className="net-kept">
        {t(words.off)}{' '}
        <Button kind="ghost" onClick={() => keep(true)}>
          {t(words.start)}
        </Button>
      </p>
    )
  const { lastAt, changes, earlier, at } = comparison
  const onForget = () => {
    forget()
    toast.success(t(words.forgotten))
  }
  return (
    <div className="net-kept">
      <p>
        {lastAt === undefined
          ? t(words.first)
          : changes.length === 0 && t(words.same, { time: toTime(lastAt, lang), ago: toAgo(at - lastAt, lang) })}{' '}
        <Button kind="ghost" onClick={onForget}>
          {t(words.forget)}
        </Button>{' '}
        <Button kind="ghost" onClick={() => keep(false)}>
          {t(words.stop)}
        </Button>
      </p>
      {earlier && earlier.changes.length > 0 && (
        <details>
          <summary>{t(words.earlier, { from: toTime(earlier.from, lang), to: toTime(earlier.to, lang) })}</summary>
          <ChangeList changes={earlier.changes} label={label} />
        </details>
      )}
    </div>
  )
}

function ChangeList({ changes, label }: { changes: readonly Change[] } & Labelled) {
  const t = useText()
  const toWords = (value: string) => (value === 'true' ? t(toolText.yes) : value === 'false' ? t(toolText.no) : value)
  return (
    <dl>
      {changes.map(({ field, added, removed }) => (
        <div key={field}>
          <dt>{label(field)}</dt>
          <dd>
            {removed.map((value) => (
              <del key={value}>
                <span aria-hidden="true">− </span>
                <span className="hidden">{t(words.removed)} </span>
                {toWords(value)}
              </del>
            ))}
            {added.map((value) => (
              <ins key={value}>
                <span aria-hidden="true">+ </span>
                <span className="hidden">{t(words.added)} </span>
                {toWords(value)}
              </ins>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const toTime = (at: number, lang: Parameters<typeof toDayTime>[1]): string => toDayTime(new Date(at).toISOString(), lang)
