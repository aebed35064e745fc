/** How far the clocks of sender and receiver may differ, and how long a message can be sent again by somebody who saw it. */
const WINDOW_SECONDS = 300

/** What came with a webhook, and the secret: for a monitor as it was shown, for a list the hexadecimal SHA-256 of the API key. */
export type ReceivedWebhook = {
  /** The body as it came, not parsed and written again. */
  readonly body: string
  /** Header `x-octet-timestamp`. */
  readonly timestamp: string
  /** Header `x-octet-signature`. */
  readonly signature: string
  readonly secret: string
  readonly now?: Date
}

/**
 * Whether a webhook comes from Octet: HMAC-SHA256 (RFC 2104) over `<timestamp>.<body>`, not older and not further ahead than
 * five minutes. If your action must not happen twice, remember the `id` in the body: a message that is sent again has the
 * same one, under another signature.
 *
 * @example
 * await verifyWebhook({ body, timestamp: headers['x-octet-timestamp'], signature: headers['x-octet-signature'], secret })
 */
export async function verifyWebhook({ body, timestamp, signature, secret, now = new Date() }: ReceivedWebhook): Promise<boolean> {
  const hex = /^sha256=([\da-f]{64})$/.exec(signature)?.[1]
  if (hex === undefined || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > WINDOW_SECONDS) return false
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify'])
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return crypto.subtle.verify('HMAC', key, bytes, encoder.encode(`${timestamp}.${body}`))
}
