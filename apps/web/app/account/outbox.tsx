import { toDayTime } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { formText } from '../text/account-forms.ts'
import { useAgain } from '../use-again.ts'
import { useLoaded } from './request.ts'
import { Waiting } from './waiting.tsx'

type Mail = {
  readonly to: string
  readonly kind: string
  readonly subject: string
  readonly text: string
  readonly created_at: string
}

/** Links to a new password are written after the answer that leads here. */
const AGAIN_MS = 3_000
const LINK = /(https?:\/\/\S+)/

/** The mails that were kept here, newest first, with their links to press. */
export function Outbox() {
  const t = useText()
  const lang = useLang()
  const loaded = useLoaded<readonly Mail[]>('account/outbox')
  useAgain(loaded.reload, AGAIN_MS)
  if (!loaded.data) return <Waiting loaded={loaded} />
  if (loaded.data.length === 0) return <p className="account-empty">{t(formText.outboxEmpty)}</p>
  return (
    <ul className="outbox">
      {loaded.data.map((mail) => (
        <li key={mail.created_at + mail.to + mail.kind}>
          <h2>{mail.subject}</h2>
          <p className="account-note">
            {mail.to} · {toDayTime(mail.created_at, lang)}
          </p>
          <p className="prose">
            {mail.text.split(LINK).map((part) =>
              LINK.test(part) ? (
                <a key={part} href={part}>
                  {part}
                </a>
              ) : (
                part
              ),
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
