import { Fragment } from 'react'
import { useText } from '../lang.tsx'
import { meetingText as words } from '../text/meeting.ts'
import type { ToolState } from '../tool/view.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'
import './meeting.css'

type State = 'work' | 'part' | 'awake' | 'night'
type Output = {
  readonly date: string
  readonly isCommon: boolean
  readonly slots: readonly { from: string; minutes: number; times: string; utc: string }[]
  readonly places: readonly { name: string; zone: string; offset: string; difference: string; hours: string }[]
  readonly hours: readonly { utc: string; cells: readonly { time: string; days: number; state: State }[] }[]
  readonly notes: readonly string[]
}

const STATES = ['work', 'part', 'awake', 'night'] as const satisfies readonly State[]

/** The times that suit everybody, and the hours of every place side by side. */
export function Result({ result, isRunning }: ToolState<object, Output>) {
  const t = useText()
  if (!result) return null
  const { date, isCommon, slots, places, hours, notes } = result
  return (
    <div className="meeting" aria-busy={isRunning}>
      <section>
        <h2>{t(isCommon ? words.common : words.least)}</h2>
        <ul className="meeting-slots">
          {slots.map(({ from, minutes, times, utc }) => (
            <li key={utc} className={isCommon ? 'is-common' : undefined}>
              <strong>
                <Parts list={times.split(' · ')} />
              </strong>
              <small>
                <Parts list={[from, t(words.minutes, { count: minutes }), utc]} />
              </small>
            </li>
          ))}
        </ul>
        {notes.map((note) => (
          <p key={note} className="quiet">
            {note}
          </p>
        ))}
      </section>
      <section>
        <h2>
          {t(words.hours)} <small>{date}</small>
        </h2>
        <p className="meeting-legend">
          {STATES.map((state) => (
            <span key={state} className={`meeting-key is-${state}`}>
              {t(words[state])}
            </span>
          ))}
        </p>
        <ScrollArea className="meeting-scroll" label={t(words.hours)}>
          <table className="meeting-hours">
            <thead>
              <tr>
                {places.map(({ name, zone, offset, difference }, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a place may come twice
                  <th key={index} scope="col" title={zone}>
                    {name}
                    <small>
                      {offset}
                      {index > 0 && ` (${difference})`}
                    </small>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {hours.map(({ utc, cells }) => (
                <tr key={utc} className={cells.every(({ state }) => state === 'work') ? 'is-common' : undefined}>
                  {cells.map(({ time, days, state }, index) => (
                    // oxlint-disable-next-line react/no-array-index-key -- a place may come twice
                    <td key={index} className={`is-${state}`} title={t(words[state])}>
                      {time}
                      {days !== 0 && <sup>{days > 0 ? `+${days}` : `−${-days}`}</sup>}
                      <span className="hidden"> {t(words[state])}</span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      </section>
    </div>
  )
}

/** Words with dots between, none of which is broken over two lines. */
function Parts({ list }: { list: readonly string[] }) {
  return list.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a place may come twice
    <Fragment key={index}>
      {index > 0 && ' · '}
      <span className="meeting-part">{part}</span>
    </Fragment>
  ))
}
