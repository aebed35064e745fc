import { useState } from 'react'
import { useText } from '../lang.tsx'
import { adminText } from '../text/admin.ts'
import { CATEGORY_TEXT, type Category } from '../text/contact.ts'
import { Breakable } from '../ui/breakable.tsx'
import { Button } from '../ui/button.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { AdminList, type RowProps } from './admin-list.tsx'
import { AskButton } from './ask-dialog.tsx'
import { NameCell, TimeCell } from './cells.tsx'
import { change } from './change.ts'
import { useTime } from './use-time.ts'

type Message = {
  readonly id: number
  readonly category: Category
  readonly name: string
  readonly email: string
  readonly text: string
  readonly state: 'open' | 'done'
  readonly created_at: string
}

const STATES = ['open', 'done'] as const

export const MessagesPage = () => (
  <AdminFrame>
    <Messages />
  </AdminFrame>
)

function Messages() {
  const t = useText()
  const [state, setState] = useState<Message['state']>('open')
  return (
    <>
      <div className="segments small admin-states" role="group" aria-label={t(adminText.state)}>
        {STATES.map((one) => (
          <button key={one} type="button" aria-pressed={one === state} onClick={() => setState(one)}>
            {t(adminText[one])}
          </button>
        ))}
      </div>
      <AdminList<Message>
        key={state}
        label={adminText.messages}
        path="admin/messages"
        query={{ state }}
        headings={HEADINGS}
        empty={state === 'open' ? adminText.noOpenMessages : adminText.noDoneMessages}
        Row={MessageRow}
      />
    </>
  )
}

const HEADINGS = [adminText.time, adminText.sender, adminText.message, adminText.action] as const

function MessageRow({ row: { id, category, name, email, text, state, created_at: created }, reload }: RowProps<Message>) {
  const t = useText()
  const toTime = useTime()
  return (
    <tr>
      <TimeCell at={created} />
      <NameCell name={name}>
        <br />
        <a href={`mailto:${email}`}>
          <Breakable words={email} at={/(?=@)/} />
        </a>
      </NameCell>
      <td>
        <span className="account-note">{t(CATEGORY_TEXT[category])}</span>
        <p className="message-text">{text}</p>
      </td>
      <td>
        <div className="account-buttons">
          <Button
            subject={`${name}, ${toTime(created)}`}
            onClick={() => void change('PATCH', `messages/${id}`, { state: state === 'open' ? 'done' : 'open' }, reload)}
          >
            {t(state === 'open' ? adminText.markDone : adminText.markOpen)}
          </Button>
          <AskButton
            label={t(adminText.removeMessage)}
            subject={`${name}, ${toTime(created)}`}
            question={{
              title: t(adminText.removeMessageTitle, { name }),
              words: t(adminText.removeMessageSure),
              isDanger: true,
              act: () => change('DELETE', `messages/${id}`, {}, reload),
            }}
          />
        </div>
      </td>
    </tr>
  )
}
