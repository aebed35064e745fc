import { parseArgs } from 'node:util'
import { askServer } from '../ask-server.ts'
import { defineCommand, refuseSurplus, UsageError } from '../command.ts'

type Added = { readonly id: string; readonly email: string; readonly password: string | null }

/** What is said of an account when an action is done. */
const DONE: Readonly<Record<string, string>> = {
  disable: 'disabled',
  enable: 'enabled',
  delete: 'deleted',
  'second-factor-off': 'second factor off',
}

export default defineCommand({
  summary: { en: 'Accounts of the running server', zh: '管理运行中服务器的账户' },
  usage: [
    'octet user add --email name@example.org [--plan enterprise] [--password …]',
    'octet user disable --email name@example.org',
    'octet user enable --email name@example.org',
    {
      en: 'octet user delete --email name@example.org     for someone who asks for it; invoices stay, and what is owed has to be paid first',
      zh: 'octet user delete --email name@example.org     应用户要求注销账户；账单保留，欠款须先付清',
    },
    {
      en: 'octet user second-factor-off --email name@example.org     for someone who has lost the app and the recovery codes',
      zh: 'octet user second-factor-off --email name@example.org     用户丢失身份验证器与恢复码时停用其两步验证',
    },
  ],
  async run({ words, config, print }) {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { email: { type: 'string' }, plan: { type: 'string' }, password: { type: 'string' } },
    })
    const [action = ''] = positionals
    if (!(action === 'add' || Object.hasOwn(DONE, action)) || !values.email)
      throw new UsageError({
        en: 'expected add, disable, enable, delete or second-factor-off, and --email',
        zh: '应给出 add、disable、enable、delete 或 second-factor-off，以及 --email',
      })
    refuseSurplus(positionals.slice(1))
    if (action !== 'add') {
      await askServer(config, `user ${action}`, { email: values.email })
      return print(`${values.email} ${DONE[action]}\n`)
    }
    const { email, password } = await askServer<Added>(config, 'user add', values)
    await print(password === null ? `${email}\n` : `${email} ${password}\n`)
  },
})
