import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { askServer } from '../ask-server.ts'
import { defineCommand, UsageError } from '../command.ts'

const LIMIT_MS = 3_600_000

export default defineCommand({
  summary: { en: 'Write the account database to a file', zh: '将账户数据库备份到文件' },
  usage: [
    'octet backup [FILE]',
    {
      en: '  everything in the database as of one moment, with checksums; address data, settings and files of jobs (OCTET_VAR/jobs) are files of their own',
      zh: '  数据库在同一时刻的全部内容，含校验和；地址数据、配置与任务文件（OCTET_VAR/jobs）是单独的文件',
    },
  ],
  async run({ words, config, print }) {
    const { positionals } = parseArgs({ args: [...words], allowPositionals: true })
    if (positionals.length > 1)
      throw new UsageError({
        en: `expected one file, got ${positionals.length}`,
        zh: `应给出一个文件，收到 ${positionals.length} 个`,
      })
    const name = `octet-${new Date().toISOString().replaceAll(/[-:]|\..*$/g, '')}.backup`
    const path = resolve(positionals[0] ?? name)
    const done = await askServer<{ sizeBytes: number; rows: number }>(config, 'backup', { path }, { limitMs: LIMIT_MS })
    await print(`${path} ${done.rows} rows ${done.sizeBytes} bytes\n`)
  },
})
