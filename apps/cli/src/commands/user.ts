import { parseArgs } from 'node:util'
import { askServer } from '../ask-server.ts'
import { defineCommand, UsageError } from '../command.ts'

type Added = { readonly id: string; readonly email: string; readonly password: string | null }

export default defineCommand({
  summary: { en: 'Accounts of the running server', zh: '管理运行中服务器的账户' },
  usage: ['octet user add --email name@example.org [--plan enterprise] [--password …]'],
  async run({ words, config, print }) {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { email: { type: 'string' }, plan: { type: 'string' }, password: { type: 'string' } },
    })
    if (positionals[0] !== 'add' || !values.email) throw new UsageError('expected add and --email')
    const { email, password } = await askServer<Added>(config, 'user add', values)
    await print(password === null ? `${email}\n` : `${email} ${password}\n`)
  },
})
