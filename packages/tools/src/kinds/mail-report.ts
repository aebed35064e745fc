import { defineKind } from '@octet/core/kind.ts'

const DMARC = /^\s*(?:<\?xml[^>]*>\s*)?<(?:\w+:)?feedback[\s>][\s\S]*<(?:\w+:)?report_metadata[\s>]/
const TLS = /^\s*\{[\s\S]*"(?:report-id|organization-name)"\s*:[\s\S]*"policies"\s*:/

export default defineKind({
  id: 'mail-report',
  title: { en: 'DMARC or TLS report', zh: 'DMARC 或 TLS 报告' },
  examples: [
    '<?xml version="1.0"?>\n<feedback><report_metadata><org_name>example.net</org_name></report_metadata></feedback>',
    '{"organization-name": "Example", "report-id": "1", "policies": []}',
  ],
  counterExamples: ['<feedback>good</feedback>', '{"policies": []}', '<html></html>'],
  detect(sample) {
    return DMARC.test(sample) || TLS.test(sample) ? { score: 1 } : undefined
  },
})
