import { useState } from 'react'
import { FormFailure } from '../account/form-failure.tsx'
import { useAct } from '../account/use-act.ts'
import { useText } from '../lang.tsx'
import { Chip } from '../net/chip.tsx'
import { trialText as words } from '../text/channel-trial.ts'
import { Button } from '../ui/button.tsx'

/** What `POST /v1/monitors/test` says. */
type TrialEnd = {
  readonly is_taken: boolean | null
  readonly status: number | null
  readonly answer: string | null
  readonly error: string | null
  readonly took_ms: number
  readonly sent: string | null
}

type ChannelTrialProps = {
  /** The body of the call. */
  readonly asked: Readonly<Record<string, unknown>>
  readonly label: string
  /** Whose it is, where others have one too. */
  readonly subject?: string | undefined
}

/** Sends a test alert at once, and shows what the receiver answered. */
export function ChannelTrial({ asked, label, subject }: ChannelTrialProps) {
  const t = useText()
  const [end, setEnd] = useState<TrialEnd>()
  const { isBusy, refusal, act } = useAct()
  const send = async () => {
    setEnd(undefined)
    const { data } = await act<TrialEnd>('POST', 'monitors/test', asked)
    setEnd(data)
  }
  return (
    <div className="monitor-trial">
      <Button icon="Send" isBusy={isBusy} subject={subject} onClick={() => void send()}>
        {label}
      </Button>
      <div role="status">
        {isBusy && <p className="quiet">{t(words.waits)}</p>}
        {end && <Outcome end={end} />}
      </div>
      <FormFailure words={refusal} />
    </div>
  )
}

function Outcome({ end: { is_taken: isTaken, status, answer, error, took_ms: ms, sent } }: { end: TrialEnd }) {
  const t = useText()
  const [tone, said] =
    isTaken === null
      ? (['wait', words.pending] as const)
      : isTaken
        ? (['ok', words.taken] as const)
        : (['bad', words.refused] as const)
  return (
    <>
      <p>
        <Chip tone={tone}>{t(said)}</Chip>{' '}
        {status !== null ? t(words.answered, { status, ms }) : isTaken !== null && t(words.took, { ms })}
      </p>
      {error !== null && <p>{error}</p>}
      {answer && <pre tabIndex={0}>{answer}</pre>}
      {sent !== null && (
        <details>
          <summary>{t(words.sent)}</summary>
          <pre tabIndex={0}>{sent}</pre>
        </details>
      )}
    </>
  )
}
