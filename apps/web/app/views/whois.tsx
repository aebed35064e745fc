import '../net/net.css'
import './whois.css'
import { useState } from 'react'
import type { WhoisResult } from '@octet/core/probe/whois.ts'
import { toCalendarText } from '@octet/tools/lookup/whois/calendar.ts'
import { toDayTime } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { Chip } from '../net/chip.tsx'
import { ChangesSince, KeptLine } from '../net/history/changes.tsx'
import { toWhoisFacts } from '../net/history/facts.ts'
import { isWhole, useComparison } from '../net/history/use-comparison.ts'
import { useSchemaWords } from '../net/schema-words.ts'
import { Stat } from '../net/stat.tsx'
import { Registration } from '../net/whois/registration.tsx'
import { TextOutput } from '../result/text-output.tsx'
import { whoisText as words } from '../text/net-whois.ts'
import { saveFile } from '../tool/result-actions.tsx'
import type { ToolState } from '../tool/view.ts'
import { Button } from '../ui/button.tsx'
import { Tabs } from '../ui/tabs.tsx'

const DAYS_PER_YEAR = 365.25
/** A domain that has fewer days left than this should be renewed. */
const SOON_DAYS = 30

/** The object, its dates with what they mean today, the parsed registration, and each server's answer as it came. */
export function Result(tool: ToolState<{ isFresh?: boolean }, WhoisResult>) {
  const { card, result, isRunning, run, setInput } = tool
  const t = useText()
  const lang = useLang()
  const [tab, setTab] = useState('parsed')
  const { label, option } = useSchemaWords(card.output)
  const history = useComparison(result, isWhole(tool), () => result && toQuestion(result))
  if (!result) return null
  const { query, unicode, kind, source, askedAt, isRegistered, raw } = result
  const askAnew = () => {
    run({ isFresh: true })
    setInput({ isFresh: false }) // the next lookup may take what is kept again
  }
  return (
    <div className="net-result whois-result" aria-busy={isRunning}>
      <div className="net-head">
        <strong>{unicode ?? query}</strong>
        {unicode && unicode !== query && <span className="mono">{query}</span>}
        {isRegistered !== null && (
          <Chip tone={isRegistered ? 'ok' : 'wait'}>{t(isRegistered ? words.registered : words.free)}</Chip>
        )}
        <Chip tone="plain">{option('kind', kind)}</Chip>
        <Chip tone="plain">{option('source', source)}</Chip>
        <span className="whois-asked">
          <small>{t(words.askedAt, { time: toDayTime(askedAt, lang) })}</small>
          <Button kind="ghost" icon="Refresh" isBusy={isRunning} onClick={askAnew}>
            {t(words.askAnew)}
          </Button>
        </span>
      </div>
      {isRegistered === false && <p className="whois-note">{t(words.freeHelp)}</p>}
      <Dates result={result} label={label} />
      <ChangesSince comparison={history.comparison} label={label} />
      <Tabs
        label={t(words.tabs)}
        active={tab}
        onChange={setTab}
        tabs={[
          { id: 'parsed', label: t(words.parsed), content: <Registration result={result} label={label} /> },
          ...raw.map(({ server, kind, ms, isCut, text }, index) => ({
            id: `raw-${index}`,
            label: t(words.raw, { server }),
            content: (
              <div className="whois-raw">
                <small>
                  {t(words.answered, { kind: kind.toUpperCase(), ms })} {isCut && t(words.cut)}
                </small>
                <TextOutput text={text} language={kind === 'rdap' ? 'json' : ''} label={t(words.raw, { server })} />
              </div>
            ),
          })),
        ]}
      />
      <KeptLine {...history} label={label} />
    </div>
  )
}

/** By RDAP and by WHOIS the same is said in other words. */
const toQuestion = (result: WhoisResult) => ({
  key: `whois ${result.kind} ${result.query} ${result.source}`,
  facts: toWhoisFacts(result),
})

function Dates({ result, label }: { result: WhoisResult; label: (path: string) => string }) {
  const t = useText()
  const lang = useLang()
  const { query, created, updated, expires, ageDays, daysLeft } = result
  if (!created && !updated && !expires) return null
  const tone = daysLeft === null ? undefined : daysLeft < 0 ? 'bad' : daysLeft < SOON_DAYS ? 'warn' : 'ok'
  const age =
    ageDays !== null &&
    (ageDays < 2 * DAYS_PER_YEAR
      ? t(words.age, { days: ageDays })
      : t(words.ageYears, { years: Math.floor(ageDays / DAYS_PER_YEAR) }))
  const save = () => {
    const text = toCalendarText([{ name: query, expires: expires ?? '' }], { lang, now: new Date() })
    saveFile(new File([text], `${query}.ics`, { type: 'text/calendar' }))
  }
  return (
    <>
      <dl className="net-stats whois-dates">
        <Stat
          label={label('expires')}
          value={toDay(expires)}
          tone={tone}
          note={daysLeft !== null && t(toLeft(daysLeft), { days: Math.abs(daysLeft) })}
        />
        <Stat label={label('created')} value={toDay(created)} note={age} />
        <Stat label={label('updated')} value={toDay(updated)} />
      </dl>
      {expires && daysLeft !== null && daysLeft >= 0 && (
        <Button kind="ghost" icon="CalendarPlus" onClick={save}>
          {t(words.calendar)}
        </Button>
      )}
    </>
  )
}

const toDay = (date: string | null): string | undefined => date?.slice(0, 10)

function toLeft(days: number) {
  if (days === 0) return words.expiresToday
  if (days < 0) return words.expired
  return words.daysLeft
}
