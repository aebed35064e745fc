import * as z from 'zod'
import { MESSAGES } from '@octet/core/messages.ts'
import { joinText, type Lang } from '@octet/core/text.ts'

/** The answer to a call that has a mail sent, the same whatever is known of the address. */
export const mailedOutput = z.object({
  message: z.string(),
  is_late: z.boolean().describe(
    joinText({
      en: 'Whether the mail server does not answer at the moment, so that mails wait for it',
      zh: '邮件服务器目前是否没有响应，邮件需等待其恢复',
    }),
  ),
})

type Mailed = { readonly isLate: boolean; readonly lang: Lang }

/** Says that a mail is on its way, or that it waits for the mail server. */
export function toMailed(kind: 'confirmation' | 'email_change' | 'reset', { isLate, lang }: Mailed) {
  return { message: MESSAGES[`${kind}_${isLate ? 'late' : 'sent'}`][lang], is_late: isLate }
}
