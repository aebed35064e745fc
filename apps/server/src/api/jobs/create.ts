import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MAX_JOB_BYTES } from '../../domain/jobs/job-files.ts'
import { addJob, jobInput } from '../../http/add-job.ts'
import { getKey } from '../../http/get-key.ts'
import { jobSchema } from '../../http/job-schema.ts'
import { toWebhookFields } from '../../http/webhook-fields.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/jobs',
  auth: 'key',
  title: { en: 'Look up a whole file', zh: '批量查询整个文件' },
  summary: {
    en: 'Up to a million addresses: a line each, an object a line with the address as `ip` (NDJSON), the first column with addresses of a CSV (`text/csv`; a first line that names the columns is passed over), or a JSON array. With `format=table` the whole file comes back with columns added, and each address costs one unit. The answer comes at once; with an `Idempotency-Key` the same file sent again, as after a broken connection, is the same job and is not charged for again. The work goes on, survives a restart, and its result waits for seven days. What its lines cost is given back to the month when a fault of this service ends the job, and what has not been looked up when its owner does. A webhook is told at the end: POST with X-Octet-Timestamp and X-Octet-Signature, an HMAC-SHA256 over “timestamp.body” whose secret is the hexadecimal SHA-256 of the key. The `id` in the body is that of the job, and the same when the message is sent again, which can happen to one that was taken, too.',
    zh: '至多一百万个地址：每行一个、每行一个含 `ip` 的对象（NDJSON）、CSV 中首个含有地址的列（`text/csv`，首行若为列名则跳过），或 JSON 数组。`format=table` 返回追加了列的原文件，每个不同地址计一个单位。提交后立即返回；附带 `Idempotency-Key` 时，断线后重发同一文件得到同一个任务，不重复计费。任务在后台进行，重启后继续，结果保留七天；任务因本服务故障而失败时，所计额度退还到当月；自行结束时，退还尚未查询的部分。结束时通知 webhook：以 POST 发送，带 X-Octet-Timestamp 与 X-Octet-Signature（对“时间戳.正文”计算 HMAC-SHA256，密钥为 API 密钥的 SHA-256 十六进制值），正文中的 `id` 即任务编号；消息可能重复送达，其 `id` 不变。',
  },
  input: z.object({
    ...jobInput,
    ...toWebhookFields({ en: 'Public URL that is told when the job has ended', zh: '任务结束时通知的公网网址' }),
  }),
  headers: {
    'Idempotency-Key': {
      en: 'The same file again with it is the same job, for as long as that is kept',
      zh: '带相同的值再次提交同一文件，返回同一个任务（在任务保留期内）',
    },
  },
  output: jobSchema,
  errors: ['key_required', 'bad_key', 'quota_spent', 'data_missing', 'unknown_field', 'refused_target', 'unavailable'],
  rawBody: 'addresses',
  bodyLimitBytes: MAX_JOB_BYTES,
  cost: 1,
  handle(context) {
    // One unit has been taken for the call itself.
    return addJob(context, getKey(context.caller), (lines) => context.hold(lines - 1))
  },
})
