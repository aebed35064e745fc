import { parseArgs } from 'node:util'
import { askServer } from '../ask-server.ts'
import { defineCommand, refuseSurplus, UsageError } from '../command.ts'

type Message = {
  readonly id: number
  readonly created_at: string
  readonly name: string
  readonly email: string
  readonly text: string
}

type Mail = {
  readonly id: number
  readonly created_at: string
  readonly recipient: string
  readonly subject: string
  /** Told for one address only. */
  readonly text?: string
}

export default defineCommand({
  async run({ words, config, print }) {
    const { positionals, values } = parseArgs({ args: [...words], allowPositionals: true, options: { to: { type: 'string' } } })
    const [action = '', tool, ...more] = positionals
    if (values.to !== undefined && action !== 'mails')
      throw new UsageError({ en: 'expected --to with mails only', zh: '--to 只能与 mails 一起使用' })
    refuseSurplus(action === 'off' || action === 'on' || tool === undefined ? more : [tool])
    if (action === 'link') return print(`${(await askServer<{ link: string }>(config, 'operator link', {})).link}\n`)
    if (action === 'messages') return print(toText(await askServer<Message[]>(config, 'operator messages', {})))
    if (action === 'mails') return print(toMailText(await askServer<Mail[]>(config, 'operator mails', values)))
    if ((action !== 'off' && action !== 'on') || !tool)
      throw new UsageError({
        en: 'expected link, messages, mails, or off or on with the id of a tool',
        zh: '应为 link、messages、mails，或 off/on 加工具 id',
      })
    await askServer(config, `operator ${action}`, { tool })
    await print(`${tool} ${action}\n`)
  },
})

function toText(messages: readonly Message[]): string {
  if (messages.length === 0) return 'none\n'
  return messages.map(({ id, created_at: time, name, email, text }) => `#${id} ${time} ${name} <${email}>\n${text}\n\n`).join('')
}

function toMailText(mails: readonly Mail[]): string {
  if (mails.length === 0) return 'none\n'
  return mails
    .map(({ id, created_at: time, recipient, subject, text }) =>
      text === undefined
        ? `#${id} ${time} <${recipient}> ${subject}\n`
        : `#${id} ${time} <${recipient}> ${subject}\n\n${text}\n\n`,
    )
    .join('')
}
