import { parseArgs } from 'node:util'
import { askServer } from '../ask-server.ts'
import { defineCommand, refuseSurplus, UsageError } from '../command.ts'

type Added = { readonly id: string; readonly email: string; readonly password: string | null }

export default defineCommand({
  summary: { en: 'Accounts of the running server', zh: '管理运行中服务器的账户' },
  usage: [
    'octet user add --email name@example.org [--plan enterprise] [--password …]',
    'octet user disable --email name@example.org',
    'octet user enable --email name@example.org',
  ],
  async run({ words, config, print }) {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { email: { type: 'string' }, plan: { type: 'string' }, password: { type: 'string' } },
    })
    const [action = ''] = positionals
    if (!['add', 'disable', 'enable'].includes(action) || !values.email)
      throw new UsageError({
        en: 'expected add, disable or enable, and --email',
        zh: '应给出 add、disable 或 enable，以及 --email',
      })
    refuseSurplus(positionals.slice(1))
    if (action !== 'add') {
      await askServer(config, `user ${action}`, { email: values.email })
      return print(`${values.email} ${action}d\n`)
    }
    const { email, password } = await askServer<Added>(config, 'user add', values)
    await print(password === null ? `${email}\n` : `${email} ${password}\n`)
  },
})
