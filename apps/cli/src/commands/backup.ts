import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { askServer, Refused } from '../ask-server.ts'
import { defineCommand, UsageError } from '../command.ts'

const LIMIT_MS = 3_600_000

export default defineCommand({
  async run({ words, config, print }) {
    const { positionals } = parseArgs({ args: [...words], allowPositionals: true })
    if (positionals.length > 1)
      throw new UsageError({
        en: `expected one file, got ${positionals.length}`,
        zh: `应给出一个文件，收到 ${positionals.length} 个`,
      })
    const name = `octet-${new Date().toISOString().replaceAll(/[-:]|\..*$/g, '')}.backup`
    const path = resolve(positionals[0] ?? name)
    const done = await askServer<{ sizeBytes: number; rows: number }>(
      config,
      'backup',
      { path },
      { limitMs: LIMIT_MS, isUnderstood: true },
    )
    if ((await findSize(path)) !== done.sizeBytes) throw toUnseen(path, { varFolder: config.varFolder, ...done })
    await print(`${path} ${done.rows} rows ${done.sizeBytes} bytes\n`)
  },
})

/** Undefined where there is no such file, or none that this user may look at. */
async function findSize(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size
}

/** A service with a /tmp of its own (systemd.exec(5), PrivateTmp=) writes there, and loses it when it ends. */
function toUnseen(path: string, { varFolder, sizeBytes }: { readonly varFolder: string; readonly sizeBytes: number }): Refused {
  return new Refused({
    en: `the server has written ${path} (${sizeBytes} bytes), which this command does not find: the server has a folder of its own there, as /tmp under systemd. Name a file below ${varFolder}`,
    zh: `服务已写入 ${path}（${sizeBytes} 字节），但本命令找不到：服务在该处使用自己的目录，例如 systemd 下的 /tmp。请改用 ${varFolder} 下的文件`,
  })
}
