import { AlipaySdk } from 'alipay-sdk'
import { AppError } from '@octet/core/errors.ts'
import type { BillingConfig } from '../billing-schema.ts'
import type { AskedRefund, Provider, ProviderEvent, ProviderMessage } from '../provider.ts'

const CALL_LIMIT_MS = 8_000

type Settings = NonNullable<BillingConfig['alipay']>

/**
 * Alipay, by its page payment. Nothing can be charged without the owner, so later invoices wait for them; a refund is
 * answered at once, and its notification is heeded as the same one.
 */
export class AlipayProvider implements Provider {
  readonly id = 'alipay'
  readonly isSandbox = false
  readonly canCharge = false
  readonly acknowledgement = { type: 'text/plain; charset=utf-8', body: 'success' }
  readonly #sdk: AlipaySdk
  readonly #appId: string

  constructor({ appId, privateKey, alipayPublicKey, keyType, gateway }: Settings) {
    this.#appId = appId
    this.#sdk = new AlipaySdk({
      appId,
      privateKey,
      alipayPublicKey,
      keyType,
      timeout: CALL_LIMIT_MS,
      ...(gateway !== undefined && { gateway }),
    })
  }

  async checkout({ order, title, returnUrl, notifyUrl }: Parameters<Provider['checkout']>[0]): Promise<{ url: string }> {
    const url = this.#sdk.pageExecute('alipay.trade.page.pay', 'GET', {
      returnUrl,
      notifyUrl,
      bizContent: {
        out_trade_no: order.id,
        product_code: 'FAST_INSTANT_TRADE_PAY',
        subject: title.replaceAll(/[/=&]/g, ' '), // it allows none of them here
        total_amount: toYuan(order.due),
      },
    })
    return { url }
  }

  async charge(): Promise<never> {
    throw new Error('expected a provider that can charge without the owner, got Alipay')
  }

  async portal(): Promise<null> {
    return null
  }

  async refund({ order, amount, refundId }: Parameters<Provider['refund']>[0]): Promise<AskedRefund> {
    const answer = await this.#exec('alipay.trade.refund', {
      out_trade_no: order.id,
      refund_amount: toYuan(amount),
      out_request_no: refundId,
    })
    // After a fault of their system the money may have gone; they want the same request again.
    if (answer.code === '20000' || answer.subCode?.endsWith('SYSTEM_ERROR')) throw toMissed(answer)
    if (answer.code !== '10000') {
      const reason = { en: `Alipay refused: ${answer.subMsg ?? answer.msg}`, zh: `支付宝拒绝：${answer.subMsg ?? answer.msg}` }
      throw new AppError('not_now', { reason })
    }
    const place = { orderId: order.id, paymentRef: undefined }
    return {
      refundId,
      event: { id: `refund-${refundId}`, occurredAt: new Date(), ...place, kind: 'refunded', refundId, amount },
    }
  }

  async #exec(method: string, bizContent: Record<string, string>) {
    try {
      return await this.#sdk.exec(method, { bizContent }, { validateSign: true })
    } catch (cause) {
      throw toMissed(cause)
    }
  }

  async parse({ body }: ProviderMessage): Promise<ProviderEvent | undefined> {
    const fields: Record<string, string> = Object.fromEntries(new URLSearchParams(body))
    if (!isSigned(this.#sdk, fields))
      throw new AppError('bad_signature', { reason: { en: 'the RSA2 signature is not Alipay’s', zh: 'RSA2 签名不是支付宝的' } })
    if (fields['app_id'] !== this.#appId)
      throw new AppError('bad_signature', { reason: { en: 'it is for another app_id', zh: 'app_id 不符' } })
    return toProviderEvent(fields)
  }
}

function toMissed(cause: unknown): AppError {
  const reason = { en: 'Alipay did not take the call', zh: '支付宝未接受请求' }
  return new AppError('unavailable', { reason, retryAfter: 30 }, { cause })
}

function isSigned(sdk: AlipaySdk, fields: Record<string, string>): boolean {
  try {
    return sdk.checkNotifySignV2({ ...fields })
  } catch {
    return false
  }
}

function toProviderEvent(fields: Readonly<Record<string, string>>): ProviderEvent | undefined {
  const {
    notify_id: id = '',
    out_trade_no: orderId,
    trade_no: paymentRef = '',
    trade_status: status,
    out_biz_no: refundId,
  } = fields
  const base = { id, orderId, paymentRef, occurredAt: toTime(fields['gmt_payment'] ?? fields['notify_time']) }
  if (fields['refund_fee'] !== undefined) {
    // Refunds that we asked for are known by their number; this is news only when somebody made one at Alipay itself. It is
    // the sum of all refunds of the trade so far (Alipay, parameters of the asynchronous notification).
    const amount = toCents(fields['refund_fee'])
    const occurredAt = toTime(fields['gmt_refund'] ?? fields['notify_time'])
    return { ...base, occurredAt, kind: 'refunded', refundId: refundId ?? `${paymentRef}-${amount}`, amount, isTotal: true }
  }
  if (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED')
    return { ...base, kind: 'paid', amount: toCents(fields['total_amount']), currency: 'CNY', customerRef: fields['buyer_id'] }
  return status === 'TRADE_CLOSED' ? { ...base, kind: 'failed', reason: 'TRADE_CLOSED' } : undefined
}

/** 4900 → `49.00`. */
const toYuan = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** `49.00` → 4900, without leaving whole numbers. */
function toCents(text = ''): number {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) throw new AppError('bad_body', { reason: `expected an amount such as 49.00, got “${text}”` })
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** Alipay's times are those of China. */
function toTime(text = ''): Date {
  const at = new Date(`${text.replace(' ', 'T')}+08:00`)
  return Number.isNaN(at.getTime()) ? new Date() : at
}
