import { useState } from 'react'
import { FormFailure } from '../account/form-failure.tsx'
import { useAct } from '../account/use-act.ts'
import { useLang, useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { shownMonitorText as words } from '../text/shown-monitor.ts'
import { siteText } from '../text/site.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { useOrigin } from '../ui/use-origin.ts'
import { toBadgeSnippets } from './badge-snippets.ts'

/** How a monitor is shown to others. */
export type Showing = { readonly id: string; readonly title: string; readonly shows_target: boolean }

type MonitorShowingProps = {
  readonly monitor: { readonly id: string; readonly name: string; readonly shown: Showing | null }
  readonly onChanged: () => void
}

/** Shows a monitor to whoever has an address for it, and withdraws it; with the address and the badge to copy. */
export function MonitorShowing({ monitor, onChanged }: MonitorShowingProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { name, shown } = monitor
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={t(siteText.pair, { name: t(words.show), value: name })}>{t(words.show)}</summary>
      {isOpen && (
        <>
          <p>{t(words.showHelp)}</p>
          {shown && <Address shown={shown} />}
          <ShowForm {...{ monitor, onChanged }} />
        </>
      )}
    </details>
  )
}

function Address({ shown }: { shown: Showing }) {
  const t = useText()
  const { page, badgePath, markdown, html } = toBadgeSnippets(shown, { origin: useOrigin(), lang: useLang() })
  return (
    <>
      <p>
        <img src={badgePath} alt={shown.title} height={20} />
      </p>
      <p className="monitor-copies">
        <SiteLink to={`/monitor/${shown.id}`} className="button plain">
          {t(words.open)}
        </SiteLink>
        <CopyButton kind="plain" text={page} label={t(words.copyLink)} />
        <CopyButton kind="plain" text={markdown} label={t(words.copyMarkdown)} />
        <CopyButton kind="plain" text={html} label={t(words.copyHtml)} />
      </p>
    </>
  )
}

function ShowForm({ monitor: { id, name, shown }, onChanged }: MonitorShowingProps) {
  const t = useText()
  const [title, setTitle] = useState(shown?.title ?? name)
  const [showsTarget, setShowsTarget] = useState(shown?.shows_target ?? false)
  const [isMissing, setMissing] = useState(false)
  const { isBusy, refusal, act } = useAct()
  const show = async () => {
    setMissing(title.trim() === '')
    if (title.trim() === '') return
    const { data } = await act('POST', `monitors/${id}/show`, { title, shows_target: showsTarget })
    if (!data) return
    toast.success(t(words.published))
    onChanged()
  }
  const hide = async () => {
    const { data } = await act('DELETE', `monitors/${id}/show`)
    if (!data) return
    toast.success(t(words.withdrawn))
    onChanged()
  }
  return (
    <form
      method="dialog"
      className="measure-form monitor-edit"
      aria-label={t(siteText.pair, { name: t(words.show), value: name })}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void show()
      }}
    >
      <label className="measure-target">
        <span>{t(words.titleForOthers)}</span>
        <input
          type="text"
          value={title}
          maxLength={80}
          aria-invalid={isMissing || undefined}
          onChange={({ target }) => setTitle(target.value)}
        />
      </label>
      <label className="monitor-tick">
        <input type="checkbox" checked={showsTarget} onChange={({ target }) => setShowsTarget(target.checked)} />
        {t(words.showTarget)}
      </label>
      <Button type="submit" kind="primary" isBusy={isBusy}>
        {t(shown ? words.save : words.publish)}
      </Button>
      {shown && (
        <Button isBusy={isBusy} onClick={() => void hide()}>
          {t(words.withdraw)}
        </Button>
      )}
      <FormFailure words={isMissing ? t(words.titleMissing) : refusal} />
    </form>
  )
}
