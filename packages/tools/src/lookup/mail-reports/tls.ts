import { AppError } from '@octet/core/errors.ts'
import * as z from 'zod'
import { parseJsonTree } from '../../lib/json/tree.ts'
import type { Failure, Policy, TlsReport } from './report.ts'

const text = z.string().optional().catch(undefined)
/** Some writers put numbers in quotation marks. */
const count = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().nonnegative())
  .catch(0)
/** Some writers give one where the form asks for a list. */
const texts = z.union([z.array(z.string()), z.string().transform((one) => [one])]).catch([])

/** A report about encryption on the way (RFC 8460 §4.4); what is missing or odd is left out. */
const schema = z.object({
  'organization-name': text,
  'contact-info': text,
  'report-id': text,
  'date-range': z.object({ 'start-datetime': text, 'end-datetime': text }).optional().catch(undefined),
  policies: z.array(
    z.object({
      policy: z.object({ 'policy-type': text, 'policy-string': texts, 'policy-domain': text, 'mx-host': texts }),
      summary: z
        .object({ 'total-successful-session-count': count, 'total-failure-session-count': count })
        .catch({ 'total-successful-session-count': 0, 'total-failure-session-count': 0 }),
      'failure-details': z
        .array(
          z.object({
            'result-type': text,
            'sending-mta-ip': text,
            'receiving-mx-hostname': text,
            'receiving-ip': text,
            'failed-session-count': count,
            'additional-information': text,
            'failure-reason-code': text,
          }),
        )
        .catch([]),
    }),
  ),
})
type Written = z.output<typeof schema>

/** Whether a text is such a report, by its members. */
export const isTlsText = (text: string): boolean => /^\s*\{/.test(text) && /"policies"\s*:/.test(text)

/** Reads a report about TLS. Throws `syntax_error` for broken JSON, `bad_input` where no policies are. */
export function readTls(text: string): TlsReport {
  parseJsonTree(text) // tells the place of a mistake
  const read = schema.safeParse(JSON.parse(text))
  if (!read.success)
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: 'a list of policies as in RFC 8460', zh: 'RFC 8460 的 policies 列表' },
      got: { en: 'another form', zh: '其他格式' },
    })
  const { policies, 'date-range': range, ...rest } = read.data
  const found = policies.map(toPolicy)
  const contact = rest['contact-info']
  const [begin, end] = [range?.['start-datetime'], range?.['end-datetime']]
  return {
    kind: 'tls',
    head: {
      organization: rest['organization-name'] ?? '',
      domain: [...new Set(found.map(({ domain }) => domain))].join(', '),
      id: rest['report-id'] ?? '',
      ...(contact && { contact }),
      ...(begin && { begin }),
      ...(end && { end }),
      count: found.reduce((sum, { passed, failed }) => sum + passed + failed, 0),
    },
    policies: found,
    failures: policies.flatMap(toFailures),
  }
}

function toPolicy({ policy, summary }: Written['policies'][number]): Policy {
  const words = [policy['policy-type'] ?? '', ...policy['policy-string']].filter(Boolean)
  return {
    domain: policy['policy-domain'] ?? '',
    policy: words.join('; '),
    passed: summary['total-successful-session-count'],
    failed: summary['total-failure-session-count'],
  }
}

function toFailures({ policy, 'failure-details': details }: Written['policies'][number]): Failure[] {
  return details.map((detail) => {
    const sender = detail['sending-mta-ip']
    const receiver = [detail['receiving-mx-hostname'], detail['receiving-ip']].filter(Boolean).join(' ')
    const reason = [detail['failure-reason-code'], detail['additional-information']].filter(Boolean).join(' – ')
    return {
      type: detail['result-type'] ?? '',
      count: detail['failed-session-count'],
      domain: policy['policy-domain'] ?? '',
      ...(sender && { sender }),
      ...(receiver && { receiver }),
      ...(reason && { reason }),
    }
  })
}
