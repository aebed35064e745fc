import { useState } from 'react'
import { FormFailure } from '../account/form-failure.tsx'
import { useLoaded } from '../account/request.ts'
import { TryAgain } from '../account/waiting.tsx'
import { useAct } from '../account/use-act.ts'
import { toDayTime } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { Chip, type Tone } from '../net/chip.tsx'
import { toast } from '../state/toast-store.ts'
import { trialText } from '../text/channel-trial.ts'
import { monitorText as words } from '../text/monitors.ts'
import { siteText } from '../text/site.ts'
import { Button } from '../ui/button.tsx'
import { useAgain } from '../use-again.ts'
import { ChannelTrial } from './channel-trial.tsx'

/** A row of `GET /v1/monitors/{id}/deliveries`. */
type MessageRow = {
  readonly id: string
  readonly created_at: string
  readonly state: 'waiting' | 'sent' | 'failed'
  readonly next_at: string | null
  readonly sent: string
  readonly deliveries: readonly {
    readonly at: string
    readonly status: number | null
    readonly error: string | null
    readonly answer: string | null
  }[]
}

const TONES: Readonly<Record<MessageRow['state'], Tone>> = { waiting: 'wait', sent: 'ok', failed: 'bad' }
const STATES = { waiting: words.waits, sent: words.sent, failed: words.failed } as const

/** What the webhook of a monitor was sent, and what its receiver said. */
export function MessageList({ id, name }: { id: string; name: string }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={t(siteText.pair, { name: t(words.messages), value: name })}>{t(words.messages)}</summary>
      {isOpen && (
        <>
          <ChannelTrial label={t(trialText.tryWebhook)} subject={name} asked={{ monitor: id }} />
          <Messages id={id} />
        </>
      )}
    </details>
  )
}

function Messages({ id }: { id: string }) {
  const t = useText()
  const { data, failure, ...rest } = useLoaded<readonly MessageRow[]>(`monitors/${id}/deliveries`)
  useAgain(rest.reload)
  if (!data && failure) return <TryAgain failure={failure} {...rest} />
  if (!data) return <p role="status">{t(words.loading)}</p>
  if (data.length === 0) return <p>{t(words.noMessages)}</p>
  return (
    <ul className="monitor-messages">
      {data.map((message) => (
        <Message key={message.id} monitorId={id} message={message} onChanged={() => void rest.reload()} />
      ))}
    </ul>
  )
}

type MessageProps = { readonly monitorId: string; readonly message: MessageRow; readonly onChanged: () => void }

function Message({ monitorId, message, onChanged }: MessageProps) {
  const t = useText()
  const lang = useLang()
  const { id, state, created_at: at, next_at: nextAt } = message
  const { isBusy, refusal, act } = useAct()
  const sendAgain = async () => {
    const { failure } = await act('POST', `monitors/${monitorId}/deliveries`, { message: id })
    if (failure) return
    toast.success(t(words.sentAgain))
    onChanged()
  }
  return (
    <li>
      <div className="monitor-line">
        <span className="points-name">
          <time dateTime={at}>{toDayTime(at, lang)}</time>
          <Chip tone={TONES[state]}>{t(STATES[state])}</Chip>
          {nextAt && <small>{t(words.nextTry, { time: toDayTime(nextAt, lang) })}</small>}
        </span>
        <Button kind="ghost" icon="Refresh" subject={toDayTime(at, lang)} isBusy={isBusy} onClick={() => void sendAgain()}>
          {t(words.sendAgain)}
        </Button>
      </div>
      <FormFailure words={refusal} />
      <ul>
        {message.deliveries.map(({ at: tried, status, error, answer }) => (
          <li key={tried}>
            <time dateTime={tried}>{toDayTime(tried, lang)}</time>{' '}
            {status === null ? t(words.noAnswer, { error: error ?? '' }) : t(words.status, { status })}
            {answer && <pre>{answer}</pre>}
          </li>
        ))}
      </ul>
      <details>
        <summary aria-label={t(siteText.pair, { name: t(words.whatWasSent), value: toDayTime(at, lang) })}>
          {t(words.whatWasSent)}
        </summary>
        <pre>{message.sent}</pre>
      </details>
    </li>
  )
}
