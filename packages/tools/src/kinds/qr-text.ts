import { defineKind } from '@octet/core/kind.ts'

/** Texts that phones act on when they read them from a QR code: the form of ZXing, for cards that of NTT DoCoMo. */
const PATTERNS: readonly RegExp[] = [
  /^WIFI:(?:[A-Z\d]+:(?:[^;\\]|\\.)*;)+;?$/i,
  /^(?:MECARD|MATMSG|BIZCARD):(?:[A-Z-]+:(?:[^;\\]|\\.)*;)+;?$/i,
  /^BEGIN:(?:VCARD|VEVENT)\s[^]*\sEND:(?:VCARD|VEVENT)$/i,
  /^(?:smsto|mmsto|sms):\+?[\d-]{3,20}(?:[:?][^\n]*)?$/i,
  /^geo:-?\d{1,2}(?:\.\d+)?,-?\d{1,3}(?:\.\d+)?(?:[,;?]\S*)?$/i,
]
/** The longest QR code holds 7,089 digits (ISO/IEC 18004). */
const MAX_CHARS = 7089

export default defineKind({
  id: 'qr-text',
  title: { en: 'Text for a QR code', zh: '二维码内容' },
  examples: [
    'WIFI:T:WPA;S:Guest\\; room;P:pass\\:word;;',
    'WIFI:S:Open;;',
    'MECARD:N:Ann;TEL:+442079460123;;',
    'BEGIN:VCARD\nVERSION:3.0\nFN:Ann\nEND:VCARD',
    'smsto:+442079460123:Hello',
    'geo:31.2304,121.4737',
  ],
  counterExamples: ['WIFI:', 'wifi: on', 'WIFI password: secret;', 'geo: maps', 'BEGIN: now', `WIFI:${'S:a;'.repeat(5_000)}`],
  detect: (sample) =>
    sample.length <= MAX_CHARS && PATTERNS.some((pattern) => pattern.test(sample)) ? { score: 0.99 } : undefined,
})
