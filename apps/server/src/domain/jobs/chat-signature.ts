import { createHmac } from 'node:crypto'

type Sent = { readonly url: string; readonly body: string }

/** Adds what shows that a message is from somebody who knows the secret of the robot. */
export type SignChat = (message: Sent, signing: { readonly secret: string; readonly now: Date }) => Sent

/**
 * As custom robots of DingTalk want it with “additional signature”: milliseconds, and the HMAC-SHA256 of `<ms>\n<secret>` by the
 * secret, in Base64, both in the address. It counts for an hour.
 */
export const signDingTalk: SignChat = ({ url, body }, { secret, now }) => {
  const timestamp = String(now.getTime())
  const signed = new URL(url)
  signed.searchParams.set('timestamp', timestamp)
  signed.searchParams.set('sign', createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64'))
  return { url: signed.href, body }
}

/**
 * As custom bots of Feishu and Lark want it with “signature verification”: seconds, and the HMAC-SHA256 of nothing by
 * `<seconds>\n<secret>`, in Base64, both in the body. It counts for an hour.
 */
export const signFeishu: SignChat = ({ url, body }, { secret, now }) => {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const sign = createHmac('sha256', `${timestamp}\n${secret}`).digest('base64')
  return { url, body: JSON.stringify({ timestamp, sign, ...(JSON.parse(body) as object) }) }
}
