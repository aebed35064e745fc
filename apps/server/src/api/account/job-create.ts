import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { MAX_JOB_BYTES } from '../../domain/jobs/job-files.ts'
import { addJob, jobInput } from '../../http/add-job.ts'
import { getSession } from '../../http/get-session.ts'
import { jobSchema } from '../../http/job-schema.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/jobs',
  auth: 'session',
  title: { en: 'Look up a file of the account', zh: '提交批量文件' },
  summary: {
    en: 'A file as `POST /v1/jobs` takes it, on the quota of the account and under one of its keys, which need not be sent.',
    zh: '提交与 `POST /v1/jobs` 相同的文件，额度计入账户并记在所选密钥名下，无需发送密钥本身。',
  },
  input: z.object({
    key_id: z
      .uuid()
      .meta({ label: { en: 'Key', zh: '密钥' } })
      .describe(joinText({ en: 'Id of the key that it is counted under', zh: '计入哪个密钥（其 id）' })),
    ...jobInput,
  }),
  headers: {
    'Idempotency-Key': {
      en: 'The same file again with it is the same job, for as long as that is kept',
      zh: '带相同的值再次提交同一文件，返回同一个任务（在任务保留期内）',
    },
  },
  output: jobSchema,
  errors: [
    'login_required',
    'session_ended',
    'bad_key',
    'key_refused',
    'api_not_subscribed',
    'quota_spent',
    'key_cap_spent',
    'data_missing',
    'unknown_field',
    'unavailable',
  ],
  rawBody: 'addresses',
  bodyLimitBytes: MAX_JOB_BYTES,
  handle(context) {
    const { services, input, caller } = context
    const key = services.keyTable.getOwn(getSession(caller).accountId, input.key_id, 'geo')
    return addJob(context, key, (lines) => services.meter.take(key, { units: lines, product: 'geo' }))
  },
})
