import type { Guard } from '@octet/probe/guard/guard.ts'
import { findChatRefusal, toSigned } from './chat-webhook.ts'
import { sendWebhook, WebhookRefusedError, type WebhookAnswer, type WebhookMessage } from './webhook.ts'

export type ReceiverMessage = WebhookMessage & {
  /** Of the robot of a chat that wants its messages signed. */
  readonly chatSecret: string | null
}

/**
 * Sends a message in the form that its receiver takes, signed as it wants. Throws when it was not taken, also where a chat says so
 * with a status of 200.
 */
export async function tellReceiver(guard: Guard, { chatSecret, ...message }: ReceiverMessage): Promise<WebhookAnswer> {
  const { url, now } = message
  const heard = await sendWebhook(guard, { ...message, ...toSigned(url, message.body, { secret: chatSecret, now }) })
  const refusal = findChatRefusal(url, heard.answer)
  if (refusal !== undefined) throw new WebhookRefusedError(heard, refusal)
  return heard
}
