import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { toFaultFields } from '../../domain/jobs/job-fault.ts'
import { pageField, toTimes } from '../../http/admin-list.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/admin/jobs',
  auth: 'session',
  title: { en: 'Jobs', zh: '任务' },
  summary: { en: 'Lookups of whole files, newest first; for operators.', zh: '批量查询任务，新的在前，仅限管理员。' },
  input: z.object({ page: pageField }),
  output: z.array(z.record(z.string(), z.unknown())),
  errors: ['forbidden', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    getOperator(caller)
    const rows = await services.backOffice.jobs(input)
    return rows.map((row) => toTimes({ ...row, ...toFaultFields(row.error, caller.lang) }))
  },
})
