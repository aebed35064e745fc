import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { askServer } from '../ask-server.ts'
import { defineCommand, UsageError } from '../command.ts'

const LIMIT_MS = 3_600_000

export default defineCommand({
  summary: { en: 'Write the account database to a file', zh: '将账户数据库备份到文件' },
  usage: [
    'octet backup [FILE]',
    '  everything in the database as of one moment, with checksums; address data and settings are files of their own',
  ],
  async run({ words, config, print }) {
    const { positionals } = parseArgs({ args: [...words], allowPositionals: true })
    if (positionals.length > 1) throw new UsageError(`expected one file, got ${positionals.length}`)
    const name = `octet-${new Date().toISOString().replaceAll(/[-:]|\..*$/g, '')}.backup`
    const path = resolve(positionals[0] ?? name)
    const done = await askServer<{ sizeBytes: number; rows: number }>(config, 'backup', { path }, { limitMs: LIMIT_MS })
    await print(`${path} ${done.rows} rows ${done.sizeBytes} bytes\n`)
  },
})
