import { useRef, useState } from 'react'
import { useLoaded } from '../account/request.ts'
import { TryAgain } from '../account/waiting.tsx'
import { toDayTime, toDayTimes } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { Chip } from '../net/chip.tsx'
import { maintenanceText as words } from '../text/maintenance.ts'
import { siteText } from '../text/site.ts'
import { AskRemoval } from '../ui/ask-removal.tsx'
import { Button } from '../ui/button.tsx'
import { RemovalButton } from '../ui/removal-button.tsx'
import { useAgain } from '../use-again.ts'
import { toTimes, type WindowRow } from './maintenance-draft.ts'
import { MaintenanceForm, type NamedMonitor } from './maintenance-form.tsx'
import { useKeptRow } from './use-kept-row.ts'

type MaintenancePanelProps = {
  readonly monitors: readonly NamedMonitor[]
  /** What monitors say of maintenance may be another. */
  readonly onChanged: () => void
}

/** When monitors tell nobody: what is planned, and a form to plan more. */
export function MaintenancePanel({ monitors, onChanged }: MaintenancePanelProps) {
  const t = useText()
  const { data, failure, isLoading, reload } = useLoaded<readonly WindowRow[]>('maintenance')
  useAgain(reload)
  const title = useRef<HTMLHeadingElement>(null)
  const opener = useRef<HTMLDivElement>(null)
  const [isAdding, setAdding] = useState(false)
  const changed = () => {
    void reload()
    onChanged()
  }
  const endAdding = () => {
    setAdding(false)
    requestAnimationFrame(() => opener.current?.querySelector('button')?.focus())
  }
  // Nothing to plan for, and nothing planned.
  if (monitors.length === 0 && !data?.length) return null
  return (
    <section className="net-panel maintenance">
      <header>
        <h2 ref={title} tabIndex={-1}>
          {t(words.title)}
        </h2>
      </header>
      <p className="quiet">{t(words.help)}</p>
      {data === undefined && failure ? (
        <TryAgain {...{ failure, isLoading, reload }} />
      ) : data === undefined ? (
        <p role="status">{t(words.loading)}</p>
      ) : data.length === 0 ? (
        !isAdding && <p>{t(words.none)}</p>
      ) : (
        <ul className="monitor-list">
          {data.map((row) => (
            <WindowItem key={row.id} {...{ row, monitors }} onChanged={changed} onRemoved={() => title.current?.focus()} />
          ))}
        </ul>
      )}
      {data && (
        <div ref={opener} className="maintenance-add">
          {isAdding ? (
            <MaintenanceForm monitors={monitors} label={t(words.plan)} onDone={changed} onEnd={endAdding} />
          ) : (
            <Button icon="Plus" onClick={() => setAdding(true)}>
              {t(words.plan)}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

type WindowItemProps = {
  readonly row: WindowRow
  readonly monitors: readonly NamedMonitor[]
  readonly onChanged: () => void
  readonly onRemoved: () => void
}

function WindowItem({ row, monitors, onChanged, onRemoved }: WindowItemProps) {
  const t = useText()
  const lang = useLang()
  const [isAsking, setAsking] = useState(false)
  const { id, name, from, until, is_under_way: isUnderWay } = row
  const { isEditing, setEditing, editor, endEdit, remove } = useKeptRow({
    path: `maintenance/${id}`,
    removedWords: words.removed,
    onChanged,
    onRemoved,
  })
  const [tone, state] = isUnderWay
    ? (['warn', words.underWay] as const)
    : from === null
      ? (['plain', words.over] as const)
      : (['wait', words.planned] as const)
  const covered = row.monitors?.map((one) => monitors.find((monitor) => monitor.id === one)?.name ?? one)
  return (
    <li>
      <div className="monitor-line">
        <span className="points-name">
          <strong>{name}</strong>
          <Chip tone={tone}>{t(state)}</Chip>
          {from !== null && until !== null && (
            <small>
              {isUnderWay
                ? t(words.now, { until: toDayTime(until, lang) })
                : t(words.next, { time: toDayTimes(from, until, lang) })}
            </small>
          )}
        </span>
        <span className="points-do" ref={editor}>
          <Button
            kind="ghost"
            icon="Adjustments"
            isIconOnly
            subject={name}
            aria-expanded={isEditing}
            onClick={() => setEditing(!isEditing)}
          >
            {t(words.edit)}
          </Button>
          <RemovalButton label={t(words.remove)} subject={name} isAsking={isAsking} onAsk={setAsking} />
        </span>
      </div>
      {isEditing && (
        <MaintenanceForm
          window={row}
          monitors={monitors}
          label={t(siteText.pair, { name: t(words.edit), value: name })}
          onDone={onChanged}
          onEnd={endEdit}
        />
      )}
      {isAsking && <AskRemoval subject={name} help={t(words.removeHelp)} onYes={remove} onNo={() => setAsking(false)} />}
      <p>{t(...toTimes(row, lang))}</p>
      <p>
        {covered === undefined
          ? t(words.all)
          : covered.length === 0
            ? t(words.nothing)
            : covered.join(lang === 'zh' ? '、' : ', ')}
      </p>
    </li>
  )
}
