import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { toInvoicePdf } from './invoice-pdf.ts'
import { billingSchema } from './billing-schema.ts'
import type { Order } from '../../storage/queries/orders.ts'

const order = {
  id: '7d1f0e0a-0000-4000-8000-000000000000',
  kind: 'upgrade',
  state: 'open',
  plan_id: 'business',
  period: 'monthly',
  provider: 'sandbox',
  is_sandbox: true,
  currency: 'USD',
  lines: [
    { kind: 'plan', plan: 'Business', period: 'monthly', price: 19_900, amount: 9_950 },
    { kind: 'unused', plan: 'Standard', amount: -2_450 },
    { kind: 'extra', month: '2026-11-01', quantity: 12, unitPrice: 50, amount: 600 },
  ],
  net: 8_100,
  tax: 1_620,
  tax_name: 'VAT 20%',
  total: 9_720,
  credit: 100,
  due: 9_620,
  refunded: 0,
  dispute: null,
  invoice_number: 'SANDBOX-000001',
  invoiced_at: new Date('2026-11-21T00:00:00Z'),
  paid_at: new Date('2026-11-21T00:00:00Z'),
  covers_from: null,
  covers_until: null,
  created_at: new Date('2026-11-21T00:00:00Z'),
  failed_at: null,
  action_at: null,
  email: 'name@example.org',
} as unknown as Order

const context = {
  brand: 'Octet',
  config: billingSchema.parse({
    seller: { name: '示例网络科技有限公司', lines: ['上海市', 'Müller & Łoś Großhandel', '臺灣分公司'] },
  }),
}

for (const lang of ['en', 'zh'] as const)
  test(`${lang}: one page with its own fonts, and every sign has a glyph`, async () => {
    const pdf = Buffer.from(await toInvoicePdf(order, { lang, context }))
    const text = pdf.toString('latin1')
    assert.equal(text.match(/\/Type \/Page\b/g)?.length, 1)
    assert.ok(pdf.length < 120_000, `${pdf.length} bytes`)
    // What each font's glyphs mean, for readers and for copying (ISO 32000 §9.10.3).
    const meanings = readStreams(pdf)
      .filter((stream) => stream.includes('beginbfrange') || stream.includes('beginbfchar'))
      .join()
    for (const sign of lang === 'zh' ? '账单客户项目数量合计沙盒上海臺' : 'InvoceüßŁ示例') {
      const code = sign.codePointAt(0)?.toString(16).padStart(4, '0') ?? ''
      assert.ok(meanings.includes(code), `${sign} (${code}) is not in the font`)
    }
  })

function readStreams(pdf: Buffer): string[] {
  const streams: string[] = []
  for (let from = pdf.indexOf('stream\n'); from >= 0; from = pdf.indexOf('stream\n', from + 7)) {
    if (pdf.subarray(from - 3, from).toString() === 'end') continue
    const data = pdf.subarray(from + 7, pdf.indexOf('endstream', from))
    try {
      streams.push(inflateSync(data).toString('latin1'))
    } catch {
      streams.push(data.toString('latin1'))
    }
  }
  return streams
}
