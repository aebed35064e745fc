import { parseArgs } from 'node:util'
import { askServer } from '../ask-server.ts'
import { defineCommand, refuseSurplus, UsageError } from '../command.ts'

type Listed = { readonly id: string; readonly name: string; readonly status: string; readonly place: string }

export default defineCommand({
  async run({ words, config, print }) {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        'old-hours': { type: 'string' },
        email: { type: 'string' },
        tag: { type: 'string', multiple: true },
        country: { type: 'string' },
        city: { type: 'string' },
        latitude: { type: 'string' },
        longitude: { type: 'string' },
      },
    })
    const [verb, id] = positionals
    refuseSurplus(positionals.slice(verb === 'remove' || verb === 'token' ? 2 : 1))
    if (verb === 'list') {
      const points = await askServer<readonly Listed[]>(config, 'point list', {})
      if (points.length === 0) return print('none\n')
      return print(points.map(({ id, name, status, place }) => `${id}  ${status.padEnd(8)} ${name}  ${place}\n`).join(''))
    }
    if (verb === 'token') {
      if (!id) throw new UsageError({ en: 'expected the id of a point', zh: '应给出监测点的 id' })
      const hours = values['old-hours']
      const { command } = await askServer<{ command: string }>(config, 'point token', {
        id,
        ...(hours !== undefined && { oldHours: toNumber(hours) }),
      })
      return print(`${command}\n`)
    }
    if (verb === 'remove') {
      if (!id) throw new UsageError({ en: 'expected the id of a point', zh: '应给出监测点的 id' })
      await askServer(config, 'point remove', { id })
      return
    }
    if (verb !== 'add' || !values.name)
      throw new UsageError({
        en: 'expected add with --name, list, token <id>, or remove <id>',
        zh: '应为 add 加 --name、list、token <id> 或 remove <id>',
      })
    const { tag: tags = [], latitude, longitude, name, email, country, city } = values
    const { command } = await askServer<{ command: string }>(config, 'point add', {
      name,
      email,
      country,
      city,
      tags,
      ...(latitude !== undefined && { latitude: toNumber(latitude) }),
      ...(longitude !== undefined && { longitude: toNumber(longitude) }),
    })
    await print(`${command}\n`)
  },
})

/** A number where it is one; else the server says what it expected, and what came. */
const toNumber = (text: string): number | string => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text)
