import { readHeader } from '../mail-headers/header-fields.ts'
import { findMailDate } from '../mail-headers/mail-date.ts'
import type { Complaint, FeedbackReport } from './report.ts'

/** Fields of which a report may have several. */
type Fields = ReadonlyMap<string, readonly string[]>

/** Whether a text is the part of a mail that tells of another one (RFC 5965 §3), by its first field of that kind. */
export const isFeedbackText = (text: string): boolean => /^feedback-type[ \t]*:/im.test(text.slice(0, 4096))

/** Reads a report about one mail: a complaint of somebody who got it, or why it failed (RFC 5965, RFC 6591). */
export function readFeedback(text: string): FeedbackReport {
  const fields = readFields(text)
  const get = (name: string) => fields.get(name)?.[0] ?? ''
  const reason = [get('auth-failure'), get('identity-alignment') && `alignment: ${get('identity-alignment')}`]
    .filter(Boolean)
    .join(', ')
  const arrived = toTime(get('arrival-date') || get('received-date'))
  const complaint: Complaint = {
    type: get('feedback-type').toLowerCase(),
    count: toCount(get('incidents')),
    ip: get('source-ip'),
    domain: (fields.get('reported-domain') ?? []).join(', ') || toDomain(get('original-mail-from')),
    ...(reason && { reason }),
    ...(get('delivery-result') && { disposition: get('delivery-result').toLowerCase() }),
    ...(get('original-mail-from') && { sender: get('original-mail-from').replaceAll(/^<|>$/g, '') }),
    ...(get('original-rcpt-to') && {
      receiver: (fields.get('original-rcpt-to') ?? []).map((one) => one.replaceAll(/^<|>$/g, '')).join(', '),
    }),
    ...(arrived && { at: arrived }),
  }
  const organization = get('reporting-mta').replace(/^dns\s*;\s*/i, '') || get('user-agent')
  return {
    kind: 'feedback',
    head: {
      organization,
      domain: complaint.domain,
      id: get('original-envelope-id'),
      ...(arrived && { begin: arrived, end: arrived }),
      count: complaint.count,
    },
    complaint,
  }
}

/** Fields by name. */
function readFields(text: string): Fields {
  const fields = new Map<string, string[]>()
  for (const { name, value } of readHeader(text).fields) {
    const key = name.toLowerCase()
    fields.set(key, [...(fields.get(key) ?? []), value])
  }
  return fields
}

const toCount = (digits: string): number => (/^\d{1,9}$/.test(digits) ? Math.max(1, Number(digits)) : 1)
const toDomain = (mailbox: string): string => /@([^\s>@]+)>?$/.exec(mailbox)?.[1]?.toLowerCase() ?? ''

function toTime(written: string): string | undefined {
  const atMs = findMailDate(written)
  return atMs === undefined ? undefined : `${new Date(atMs).toISOString().slice(0, 19)}Z`
}
