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
  operator: 'operator',
  'operator-off': 'no longer operator',
}

export default defineCommand({
  async run({ words, config, print }) {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { email: { type: 'string' }, plan: { type: 'string' }, password: { type: 'string' } },
    })
    const [action = ''] = positionals
    if (!(action === 'add' || Object.hasOwn(DONE, action)) || !values.email)
      throw new UsageError({
        en: 'expected add, disable, enable, delete, second-factor-off, operator or operator-off, and --email',
        zh: '应给出 add、disable、enable、delete、second-factor-off、operator 或 operator-off，以及 --email',
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
