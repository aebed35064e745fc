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

export default defineCommand({
  summary: { en: 'Tasks of the operator: first account, tool switches, messages', zh: '管理员操作：创建账户、工具开关、留言' },
  usage: ['octet operator link', 'octet operator off <tool>', 'octet operator on <tool>', 'octet operator messages'],
  async run({ words, config, print }) {
    const [action = '', tool, ...more] = parseArgs({ args: [...words], allowPositionals: true }).positionals
    refuseSurplus(action === 'off' || action === 'on' || tool === undefined ? more : [tool])
    if (action === 'link') return print(`${(await askServer<{ link: string }>(config, 'operator link', {})).link}\n`)
    if (action === 'messages') return print(toText(await askServer<Message[]>(config, 'operator messages', {})))
    if ((action !== 'off' && action !== 'on') || !tool)
      throw new UsageError({
        en: 'expected link, messages, or off or on with the id of a tool',
        zh: '应为 link、messages，或 off/on 加工具 id',
      })
    await askServer(config, `operator ${action}`, { tool })
    await print(`${tool} ${action}\n`)
  },
})

function toText(messages: readonly Message[]): string {
  if (messages.length === 0) return 'none\n'
  return messages.map(({ id, created_at: time, name, email, text }) => `#${id} ${time} ${name} <${email}>\n${text}\n\n`).join('')
}
