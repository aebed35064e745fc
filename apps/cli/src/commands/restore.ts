import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { askServer } from '../ask-server.ts'
import { defineCommand, UsageError } from '../command.ts'

const LIMIT_MS = 3_600_000

/** Keys, sessions, switches and counts are in the memory of every thread, so nothing short of a new start is safe. */
const NEXT = {
  en: [
    'Now restart every server that uses this database: until then it goes on with the keys, sessions and counts of before.',
    'Stop it with Ctrl+C or SIGTERM and start it as usual (npm start, docker compose restart api, kubectl rollout restart).',
  ].join('\n'),
  zh: [
    '请立即重启使用此数据库的所有服务器：重启之前，服务器仍沿用恢复前的密钥、会话和计数。',
    '用 Ctrl+C 或 SIGTERM 停止后照常启动（npm start、docker compose restart api 或 kubectl rollout restart）。',
  ].join('\n'),
}

const toHeld = (count: number) => ({
  en: `${count} mails were waiting when the backup was made. They may have been sent since and are not sent again; /admin/mails can send any of them.`,
  zh: `备份时有 ${count} 封邮件待发送，此后可能已经发出，因此不再自动发送；如有需要，可在 /admin/mails 逐封重发。`,
})

export default defineCommand({
  async run({ words, config, print, remark }) {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { force: { type: 'boolean', default: false }, 'send-mails': { type: 'boolean', default: false } },
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0)
      throw new UsageError({
        en: `expected one file, got ${positionals.length}`,
        zh: `应给出一个文件，收到 ${positionals.length} 个`,
      })
    const input = { path: resolve(file), force: values.force, sendMails: values['send-mails'] }
    const { rows, heldMails } = await askServer<{ rows: number; heldMails: number }>(config, 'restore', input, {
      limitMs: LIMIT_MS,
      isUnderstood: true,
    })
    await print(`${rows} rows\n`)
    if (heldMails > 0) remark(toHeld(heldMails)[config.lang])
    remark(NEXT[config.lang])
  },
})
