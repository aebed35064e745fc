import { buffer } from 'node:stream/consumers'
import type Pdf from 'pdfkit'
import { fillText, type Lang, type Text } from '@octet/core/text.ts'
import type { BillingContext } from './context.ts'
import { toMoneyWords } from './money.ts'
import { toOrderView } from './order-view.ts'
import { toSeller } from './seller.ts'
import type { ProviderId } from './provider.ts'
import type { Order } from '../../storage/queries/orders.ts'
import { loadFaces, splitByFace } from '../fonts/faces.ts'

const WORDS = {
  invoice: { en: 'Invoice', zh: '账单' },
  date: { en: 'Date', zh: '日期' },
  state: { en: 'State', zh: '状态' },
  billTo: { en: 'Bill to', zh: '客户' },
  seller: { en: 'From', zh: '开具方' },
  period: { en: 'Period', zh: '服务周期' },
  item: { en: 'Item', zh: '项目' },
  quantity: { en: 'Quantity', zh: '数量' },
  price: { en: 'Price', zh: '单价' },
  amount: { en: 'Amount', zh: '金额' },
  net: { en: 'Net', zh: '小计' },
  total: { en: 'Total', zh: '合计' },
  credit: { en: 'Paid from credit', zh: '余额抵扣' },
  due: { en: 'To pay', zh: '应付' },
  refunded: { en: 'Refunded', zh: '已退款' },
  sandbox: { en: 'SANDBOX – no money was moved; this is not an invoice', zh: 'SANDBOX 沙盒演示，未发生真实付款，不作为付款凭证' },
  by: { en: 'Paid through {provider}', zh: '付款渠道：{provider}' },
} as const satisfies Record<string, Text>

const STATES: Readonly<Record<ReturnType<typeof toOrderView>['state'], Text>> = {
  open: { en: 'open', zh: '待支付' },
  action: { en: 'open', zh: '待支付' },
  failed: { en: 'open', zh: '待支付' },
  paid: { en: 'paid on {date}', zh: '已于 {date} 支付' },
  refunded: { en: 'refunded', zh: '已退款' },
  disputed: { en: 'in dispute', zh: '争议中' },
  void: { en: 'void', zh: '已作废' },
  uncollectible: { en: 'written off', zh: '已核销' },
}

const PROVIDERS: Readonly<Record<string, Text>> = {
  stripe: { en: 'Stripe', zh: 'Stripe' },
  alipay: { en: 'Alipay', zh: '支付宝' },
  sandbox: { en: 'the sandbox', zh: '沙盒' },
} satisfies Record<ProviderId, Text>

/** From the top of a line to where its letters stand, as a share of their size: each font would take its own. */
const ASCENT = 0.95
const MARGIN = 56
const WIDTH = 595.28 - 2 * MARGIN
const INK = '#111418'
const QUIET = '#5b6470'
const LINE = '#c9cfd6'
const RED = '#b3261e'

type Doc = InstanceType<typeof Pdf>
type Facts = { readonly lang: Lang; readonly context: Pick<BillingContext, 'config' | 'brand'> }

/** An invoice as one A4 page. The font goes into the file with only the signs that are used. */
export async function toInvoicePdf(order: Order, { lang, context }: Facts): Promise<Uint8Array> {
  const { default: Document } = await import('pdfkit')
  const seller = toSeller(context)
  const doc = new Document({
    size: 'A4',
    margin: MARGIN,
    info: { Title: `${WORDS.invoice[lang]} ${order.invoice_number ?? ''}`, Author: seller.name },
  })
  const done = buffer(doc)
  const view = toOrderView(order, lang)
  const money = (amount: number) => toMoneyWords(amount, order.currency, lang)
  const words = await toWriter(doc)
  if (view.is_sandbox) drawSandboxMark(words, lang)
  words.text(seller.name, { x: MARGIN, y: 70, size: 20 })
  words.text(`${WORDS.invoice[lang]} ${view.invoice ?? ''}`, { x: MARGIN, y: 70 + 6 * ASCENT, size: 14, align: 'right' })
  const date = view.paid_at?.slice(0, 10) ?? ''
  let y = drawFacts(words, {
    y: 118,
    rows: [
      [WORDS.date[lang], view.invoiced_at?.slice(0, 10) ?? ''],
      [WORDS.state[lang], fillText(STATES[view.state][lang], { date })],
      ...(view.covers_from && view.covers_until
        ? [[WORDS.period[lang], `${view.covers_from.slice(0, 10)} – ${view.covers_until.slice(0, 10)}`] as const]
        : []),
      [WORDS.billTo[lang], order.email],
      ...seller.lines.map((line, index) => [index === 0 ? WORDS.seller[lang] : '', line] as const),
    ],
  })
  y = drawLines(words, { y: y + 24, lang, lines: view.lines, money })
  y = drawSums(words, {
    y: y + 8,
    rows: [
      [WORDS.net[lang], money(view.net)],
      ...(view.tax_name ? [[view.tax_name, money(view.tax)] as const] : []),
      [WORDS.total[lang], money(view.total)],
      ...(view.credit > 0 ? [[WORDS.credit[lang], money(-view.credit)] as const] : []),
      ...(view.credit > 0 || view.state !== 'paid' ? [[WORDS.due[lang], money(view.due)] as const] : []),
      ...(view.refunded > 0 ? [[WORDS.refunded[lang], money(-view.refunded)] as const] : []),
    ],
  })
  if (view.paid_at)
    words.text(fillText(WORDS.by[lang], { provider: PROVIDERS[view.provider]?.[lang] ?? view.provider }), {
      x: MARGIN,
      y: y + 28,
      size: 9,
      colour: QUIET,
    })
  doc.end()
  return done
}

function drawSandboxMark(words: Writer, lang: Lang): void {
  words.doc.rect(MARGIN, 28, WIDTH, 24).lineWidth(1).stroke(RED)
  words.text(WORDS.sandbox[lang], { x: MARGIN, y: 34, size: 10, colour: RED, align: 'center' })
  words.doc
    .save()
    .rotate(-35, { origin: [297, 480] })
    .fillOpacity(0.07)
  words.text('SANDBOX', { x: 60, y: 420, size: 100, colour: RED, align: 'center' })
  words.doc.restore()
}

type Rows = readonly (readonly [label: string, value: string])[]

function drawFacts(words: Writer, { y, rows }: { y: number; rows: Rows }): number {
  for (const [label, value] of rows) {
    words.text(label, { x: MARGIN, y, size: 10, colour: QUIET })
    words.text(value, { x: MARGIN + 90, y, size: 10 })
    y += 18
  }
  return y
}

type Lines = {
  readonly y: number
  readonly lang: Lang
  readonly lines: readonly { text: string; quantity: number; unit_price: number; amount: number }[]
  money(amount: number): string
}

/** Right edges of the columns: quantity, price, amount. */
const COLUMNS = [330, 410, WIDTH] as const

function drawLines(words: Writer, { y, lang, lines, money }: Lines): number {
  const row = (cells: readonly string[], colour: string) => {
    words.text(cells[0] ?? '', { x: MARGIN, y, size: 10, colour, width: 260 })
    for (const [index, edge] of COLUMNS.entries())
      words.text(cells[index + 1] ?? '', { x: MARGIN + edge - 90, y, size: 10, colour, width: 90, align: 'right' })
  }
  row([WORDS.item[lang], WORDS.quantity[lang], WORDS.price[lang], WORDS.amount[lang]], QUIET)
  words.rule((y += 17))
  for (const { text, quantity, unit_price: unitPrice, amount } of lines) {
    y += 9
    row([text, quantity.toLocaleString('en'), money(unitPrice), money(amount)], INK)
    words.rule((y += 18))
  }
  return y
}

function drawSums(words: Writer, { y, rows }: { y: number; rows: Rows }): number {
  for (const [label, value] of rows) {
    words.text(label, { x: MARGIN + 240, y, size: 10, colour: QUIET, width: 130, align: 'right' })
    words.text(value, { x: MARGIN + WIDTH - 110, y, size: 10, width: 110, align: 'right' })
    y += 19
  }
  return y
}

type Place = {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly colour?: string
  readonly width?: number
  readonly align?: 'left' | 'right' | 'center'
}
type Writer = Awaited<ReturnType<typeof toWriter>>

/** Writes a line in parts: each in the font that has its signs. */
async function toWriter(doc: Doc) {
  const faces = await loadFaces('regular')
  const names = new Map(faces.map((face, index) => [face, `face ${index}`]))
  for (const [{ bytes }, name] of names) doc.registerFont(name, bytes)
  return {
    doc,
    rule: (y: number) =>
      void doc
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + WIDTH, y)
        .lineWidth(0.5)
        .stroke(LINE),
    text(text: string, { x, y, size, colour = INK, width = WIDTH, align = 'left' }: Place): void {
      const measured = splitByFace(text, faces).map(({ text: part, face }) => {
        const font = names.get(face)!
        return { part, font, width: doc.font(font).fontSize(size).widthOfString(part) }
      })
      const whole = measured.reduce((sum, one) => sum + one.width, 0)
      let at = x + (align === 'right' ? width - whole : align === 'center' ? (width - whole) / 2 : 0)
      for (const one of measured) {
        doc
          .font(one.font)
          .fontSize(size)
          .fillColor(colour)
          .text(one.part, at, y + size * ASCENT, { lineBreak: false, baseline: 'alphabetic' })
        at += one.width
      }
    },
  }
}
