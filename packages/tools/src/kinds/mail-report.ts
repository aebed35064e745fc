import { defineKind } from '@octet/core/kind.ts'

const DMARC = /^\s*(?:<\?xml[^>]*>\s*)?<(?:\w+:)?feedback[\s>][\s\S]*<(?:\w+:)?report_metadata[\s>]/
const TLS = /^\s*\{[\s\S]*"(?:report-id|organization-name)"\s*:[\s\S]*"policies"\s*:/
/** The header of a mail that brings one (RFC 7489 §7.2.1.1, RFC 8460 §5.3). */
const MAIL = /^(?:subject:.*\breport[ -]domain:|tls-report-domain:)/im

export default defineKind({
  id: 'mail-report',
  title: { en: 'DMARC or TLS report', zh: 'DMARC 或 TLS 报告' },
  examples: [
    '<?xml version="1.0"?>\n<feedback><report_metadata><org_name>example.net</org_name></report_metadata></feedback>',
    '{"organization-name": "Example", "report-id": "1", "policies": []}',
    'Received: by mx.example.com\nFrom: dmarc@example.net\nSubject: Report Domain: example.com Submitter: example.net Report-ID: <1>',
  ],
  counterExamples: ['<feedback>good</feedback>', '{"policies": []}', '<html></html>', 'Report domain: example.com'],
  detect(sample) {
    return DMARC.test(sample) || TLS.test(sample) || MAIL.test(sample) ? { score: 1 } : undefined
  },
})
