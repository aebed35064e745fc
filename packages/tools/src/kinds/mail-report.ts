import { defineKind } from '@octet/core/kind.ts'

const DMARC = /^\s*(?:<\?xml[^>]*>\s*)?<(?:\w+:)?feedback[\s>][\s\S]*<(?:\w+:)?report_metadata[\s>]/
const TLS = /^\s*\{[\s\S]*"(?:report-id|organization-name)"\s*:[\s\S]*"policies"\s*:/
/** The header of a mail that brings one (RFC 7489 §7.2.1.1, RFC 8460 §5.3). */
const MAIL = /^(?:subject:.*\breport[ -]domain:|tls-report-domain:)/im
/** What tells of one mail, alone or within the mail that brings it (RFC 5965 §3). */
const FEEDBACK = /^feedback-type:[ \t]*(?:abuse|auth-failure|fraud|not-spam|virus|other)\b/im

export default defineKind({
  id: 'mail-report',
  title: { en: 'Report of a mail server', zh: '邮件服务器报告' },
  examples: [
    '<?xml version="1.0"?>\n<feedback><report_metadata><org_name>example.net</org_name></report_metadata></feedback>',
    '{"organization-name": "Example", "report-id": "1", "policies": []}',
    'Received: by mx.example.com\nFrom: dmarc@example.net\nSubject: Report Domain: example.com Submitter: example.net Report-ID: <1>',
    'Feedback-Type: abuse\nUser-Agent: example/1.0\nVersion: 1\nSource-IP: 192.0.2.1',
  ],
  counterExamples: ['<feedback>good</feedback>', '{"policies": []}', '<html></html>', 'Report domain: example.com'],
  detect(sample) {
    return DMARC.test(sample) || TLS.test(sample) || MAIL.test(sample) || FEEDBACK.test(sample) ? { score: 1 } : undefined
  },
})
