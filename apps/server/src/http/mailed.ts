import * as z from 'zod'
import { MESSAGES } from '@octet/core/messages.ts'
import { joinText, type Lang } from '@octet/core/text.ts'
import type { MailOutlook } from '../domain/mail/mail-check.ts'

/** The answer to a call that has a mail sent, the same whatever is known of the address. */
export const mailedOutput = z.object({
  message: z.string(),
  is_late: z.boolean().describe(
    joinText({
      en: 'Whether the mail server does not answer at the moment, so that mails wait for it',
      zh: '邮件服务器目前是否没有响应，邮件需等待其恢复',
    }),
  ),
  is_unsent: z.boolean().describe(
    joinText({
      en: 'Whether this installation has no mail server, so that no mail leaves it; its operator has the link',
      zh: '本站是否未配置邮件服务器，因而不会发出邮件；链接可向管理员索取',
    }),
  ),
})

type Mailed = { readonly outlook: MailOutlook; readonly lang: Lang }

/** Says that a mail is on its way, that it waits for the mail server, or that none is sent here. */
export function toMailed(kind: 'confirmation' | 'email_change' | 'reset', { outlook, lang }: Mailed) {
  return { message: MESSAGES[`${kind}_${outlook}`][lang], is_late: outlook === 'late', is_unsent: outlook === 'unsent' }
}
