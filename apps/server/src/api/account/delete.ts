import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { closeAccount } from '../../domain/account/close-account.ts'
import { passwordField } from '../../domain/account/credentials.ts'
import { toEndedCookies } from '../../http/cookies.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/delete',
  auth: 'session',
  title: { en: 'Delete the account', zh: '注销账户' },
  summary: {
    en: 'Deletes the account with its keys, sessions, mails and use, at once. Files that are still being looked up end first. Extra requests that are not paid yet are billed then, and have to be paid. The last operator of an installation stays.',
    zh: '立即删除账户及其密钥、会话、邮件与用量。正在查询的批量文件会先结束；尚未付费的超额请求随后出账，付清后才能注销。本站最后一位管理员不能注销。',
  },
  input: z.object({ password: passwordField }),
  output: z.object({ redirect: z.string() }),
  errors: [
    'wrong_password',
    'password_missing',
    'session_ended',
    'login_required',
    'payment_due',
    'last_operator',
    'unavailable',
  ],
  cost: 5,
  async handle({ input, caller, services, setCookie }) {
    const session = getSession(caller)
    services.brakes.logIn(caller, session.email)
    await services.accounts.remove(session, input.password, () => closeAccount(services, session.accountId))
    await services.audit.note(caller, 'delete')
    for (const line of toEndedCookies(services.config.publicOrigin)) setCookie(line)
    return { redirect: '/?signout=1' }
  },
})
