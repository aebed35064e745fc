import * as z from 'zod'
import { AppError } from '@octet/core/errors.ts'
import { findId } from '../domain/account/add-account.ts'
import { closeAccount } from '../domain/account/close-account.ts'
import { parseEmail } from '../domain/account/email.ts'
import { renewLinksOf } from '../domain/account/links.ts'
import { dropTotp } from '../domain/account/second-factor.ts'
import { changeRole } from '../domain/operator/change-role.ts'
import { makeOperatorLink } from '../domain/operator/first-operator.ts'
import { listUnsentMails } from '../storage/queries/mails.ts'
import type { Services } from '../services.ts'
import { toOpenOrigin } from '../local-origin.ts'
import { noteHere } from './note-here.ts'

type Action = (services: Services, input: unknown) => Promise<unknown>

/** What the back office does, for the command line on the server's machine. */
export const PEOPLE_ACTIONS: Readonly<Record<string, Action>> = {
  'user disable': (services, input) => setDisabled(services, input, true),
  'user enable': (services, input) => setDisabled(services, input, false),
  async 'user delete'(services, input) {
    const { storage, accounts } = services
    const email = parseEmail(emailInput.parse(input).email)
    const id = await storage.run((queries) => findId({ queries, email }))
    await accounts.removeById(id, () => closeAccount(services, id))
    await noteHere({ storage }, { action: 'user_delete', detail: { id } })
    return { email }
  },
  async 'user second-factor-off'({ storage, config, brakes }, input) {
    const email = parseEmail(emailInput.parse(input).email)
    const id = await storage.run((queries) => findId({ queries, email }))
    await dropTotp(storage, id, config.operator.brand.name)
    brakes.repayCode(id)
    await noteHere({ storage }, { action: 'user_second_factor_off', detail: { id } })
    return { email }
  },
  'user operator': (services, input) => setRole(services, input, 'operator'),
  'user operator-off': (services, input) => setRole(services, input, 'user'),
  async 'operator link'({ storage, config }) {
    const path = await storage.transact((queries) => makeOperatorLink(queries))
    await noteHere({ storage }, { action: 'operator_link' })
    return { link: `${toOpenOrigin(config)}${path}` }
  },
  'operator off': (services, input) => setTool(services, input, true),
  'operator on': (services, input) => setTool(services, input, false),
  async 'operator messages'({ backOffice }) {
    return backOffice.messages({ state: 'open', page: 0 })
  },
  /** What has not left: the list, or for one address the texts, whose links then work as if they were sent now. */
  async 'operator mails'({ storage }, input) {
    const { to } = mailsInput.parse(input)
    if (to === undefined) {
      const mails = await storage.run((queries) => listUnsentMails(queries, undefined))
      return mails.map(({ id, recipient, kind, subject, created_at }) => ({ id, recipient, kind, subject, created_at }))
    }
    const recipient = parseEmail(to)
    const mails = await storage.transact(async (queries) => {
      const found = await listUnsentMails(queries, recipient)
      for (const { text } of found) await renewLinksOf(queries, text)
      return found
    })
    await noteHere({ storage }, { action: 'mail_read', detail: { mails: mails.map(({ id }) => id) } })
    return mails
  },
}

const mailsInput = z.strictObject({ to: z.string().optional() })
const emailInput = z.strictObject({ email: z.string() })
const toolInput = z.strictObject({ tool: z.string() })

async function setDisabled({ storage, backOffice }: Services, input: unknown, isDisabled: boolean) {
  const email = parseEmail(emailInput.parse(input).email)
  const id = await storage.run((queries) => findId({ queries, email }))
  await backOffice.setDisabled(id, isDisabled, '')
  await noteHere({ storage }, { action: isDisabled ? 'user_disable' : 'user_enable', detail: { id } })
  return { email }
}

async function setRole({ storage, sessions, config }: Services, input: unknown, role: 'user' | 'operator') {
  const email = parseEmail(emailInput.parse(input).email)
  const id = await storage.run((queries) => findId({ queries, email }))
  await changeRole({ database: storage, sessions, brand: config.operator.brand.name }, { id, role })
  await noteHere({ storage }, { action: role === 'operator' ? 'user_operator_on' : 'user_operator_off', detail: { id } })
  return { email }
}

async function setTool({ tools, switches, storage }: Services, input: unknown, isOff: boolean) {
  const { tool: id } = toolInput.parse(input)
  if (!tools.some((tool) => tool.id === id))
    throw new AppError('bad_input', { field: 'tool', expected: { en: 'the id of a tool', zh: '工具 ID' }, got: id })
  await switches.set(id, isOff)
  await noteHere({ storage }, { action: 'tool_switch', detail: { id, off: isOff } })
  return { tool: id }
}
