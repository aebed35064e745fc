import { parseArgs } from 'node:util'
import { askServer } from '../ask-server.ts'
import { defineCommand, refuseSurplus, UsageError } from '../command.ts'

export default defineCommand({
  async run({ words, config, print }) {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { email: { type: 'string' }, name: { type: 'string' }, scopes: { type: 'string' }, kind: { type: 'string' } },
    })
    if (positionals[0] !== 'add' || !values.email)
      throw new UsageError({ en: 'expected add and --email', zh: '应给出 add 与 --email' })
    refuseSurplus(positionals.slice(1))
    const { scopes, ...rest } = values
    const input = { ...rest, ...(scopes !== undefined && { scopes: scopes.split(',') }) }
    const { key } = await askServer<{ key: string }>(config, 'key add', input)
    await print(`${key}\n`)
  },
})
