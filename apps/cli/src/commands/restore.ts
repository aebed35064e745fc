import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { askServer } from '../ask-server.ts'
import { defineCommand, UsageError } from '../command.ts'

const LIMIT_MS = 3_600_000

export default defineCommand({
  summary: { en: 'Bring a backup of the account database back', zh: '从备份文件恢复账户数据库' },
  usage: ['octet restore FILE [--force]', '  into an empty database; --force replaces everything in one that is not'],
  async run({ words, config, print, remark }) {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { force: { type: 'boolean', default: false } },
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new UsageError(`expected one file, got ${positionals.length}`)
    const input = { path: resolve(file), force: values.force }
    const { rows } = await askServer<{ rows: number }>(config, 'restore', input, { limitMs: LIMIT_MS })
    await print(`${rows} rows\n`)
    remark(
      config.lang === 'zh'
        ? '请重新启动服务器，使其读取恢复的数据。'
        : 'Start the server again, so that it reads what has been restored.',
    )
  },
})
