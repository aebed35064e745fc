import { parseArgs } from 'node:util'
import { askServer } from '../ask-server.ts'
import { defineCommand, refuseSurplus, UsageError } from '../command.ts'

type Listed = { readonly id: string; readonly name: string; readonly status: string; readonly place: string }

export default defineCommand({
  summary: { en: 'Monitoring points of the running server', zh: '管理运行中服务器的监测点' },
  usage: [
    'octet point add --name Frankfurt [--tag home] [--country DE] [--city Frankfurt] [--latitude 50.1] [--longitude 8.7]',
    {
      en: 'octet point add --name Office --email name@example.org     private to that account',
      zh: 'octet point add --name Office --email name@example.org     仅该账户可用',
    },
    'octet point list',
    'octet point remove <id>',
  ],
  async run({ words, config, print }) {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        email: { type: 'string' },
        tag: { type: 'string', multiple: true },
        country: { type: 'string' },
        city: { type: 'string' },
        latitude: { type: 'string' },
        longitude: { type: 'string' },
      },
    })
    const [verb, id] = positionals
    refuseSurplus(positionals.slice(verb === 'remove' ? 2 : 1))
    if (verb === 'list') {
      const points = await askServer<readonly Listed[]>(config, 'point list', {})
      if (points.length === 0) return print('none\n')
      return print(points.map(({ id, name, status, place }) => `${id}  ${status.padEnd(8)} ${name}  ${place}\n`).join(''))
    }
    if (verb === 'remove') {
      if (!id) throw new UsageError({ en: 'expected the id of a point', zh: '应给出监测点的 id' })
      await askServer(config, 'point remove', { id })
      return
    }
    if (verb !== 'add' || !values.name)
      throw new UsageError({
        en: 'expected add with --name, list, or remove <id>',
        zh: '应为 add 加 --name、list 或 remove <id>',
      })
    const { tag: tags = [], latitude, longitude, ...rest } = values
    const { command } = await askServer<{ command: string }>(config, 'point add', {
      ...rest,
      tags,
      ...(latitude !== undefined && { latitude: toDegrees(latitude) }),
      ...(longitude !== undefined && { longitude: toDegrees(longitude) }),
    })
    await print(`${command}\n`)
  },
})

/** A number where it is one; else the server says what it expected, and what came. */
const toDegrees = (text: string): number | string => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text)
