import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { getSession } from '../../http/get-session.ts'
import { keyChanges } from '../../http/key-fields.ts'

export default defineEndpoint({
  method: 'PATCH',
  path: '/v1/keys/:id',
  auth: 'session',
  title: { en: 'Change the limits of a key', zh: '修改密钥限制' },
  summary: {
    en: 'Name, products, addresses, origins, cap. Fields that are left out stay as they are; changes apply within a second.',
    zh: '修改名称、产品、地址、来源与上限。未提交的字段保持不变，一秒内生效。',
  },
  input: z.object({ id: z.uuid(), ...keyChanges }),
  output: z.object({ message: z.string() }),
  errors: ['no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    const { id, allow_query: allowQuery, cap_month: capMonth, name, scopes, cidrs, origins } = input
    await services.keys.change(getSession(caller).accountId, id, {
      ...(name !== undefined && { name }),
      ...(scopes && { scopes }),
      ...(cidrs && { cidrs }),
      ...(origins && { origins }),
      ...(allowQuery !== undefined && { allowQuery }),
      ...(capMonth !== undefined && { capMonth }),
    })
    await services.audit.note(caller, 'key_change', { detail: { id } })
    return { message: MESSAGES.saved[caller.lang] }
  },
})
