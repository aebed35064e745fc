import { toErrorMessage, type AppError } from '@octet/core/errors.ts'
import { countOf } from '@octet/core/counted.ts'
import type { WhoisResult } from '@octet/core/probe/whois.ts'
import type { Text } from '@octet/core/text.ts'
import type { Verdict } from './judge.ts'
import { USUAL_REGISTRATION_DAYS, type MonitorRules } from './monitor.ts'

/** Status codes of EPP (RFC 5731 §2.3, RFC 3915 §3.1) of a domain that is being lost, or kept out of DNS. */
const LOST = new Set(['redemptionperiod', 'pendingrestore', 'pendingdelete', 'clienthold', 'serverhold', 'hold'])

/** What a look at a registration says; `isUndated` where its registry gives no end and never will. */
export type RegistrationVerdict = Verdict & { readonly isUndated: boolean }

type Rules = Pick<MonitorRules, 'onFailure' | 'registrationDays'>

/** Judges what a registry says of a domain. Where it gives no end of the registration that is said, and nobody is alarmed. */
export function judgeRegistration(
  {
    query,
    isRegistered,
    expires,
    daysLeft,
    statuses,
  }: Pick<WhoisResult, 'query' | 'isRegistered' | 'expires' | 'daysLeft' | 'statuses'>,
  { onFailure, registrationDays = USUAL_REGISTRATION_DAYS }: Rules,
): RegistrationVerdict {
  if (isRegistered === false && onFailure) return toVerdict('bad', { en: `${query} is not registered.`, zh: `${query} 未注册。` })
  if (!isRegistered)
    return toVerdict('unknown', { en: `${query} was not found at its registry.`, zh: `在注册局未查到 ${query}。` })
  const lost = statuses.find(({ code }) => LOST.has(code.replaceAll(/\s+/g, '').toLowerCase()))
  if (lost && onFailure)
    return toVerdict('bad', {
      en: `The registration of ${query} has the status ${lost.code}.`,
      zh: `${query} 的注册状态为 ${lost.code}。`,
    })
  if (expires === null || daysLeft === null) return { ...toVerdict('unknown', toUndated(query)), isUndated: true }
  const kind = registrationDays !== null && daysLeft <= registrationDays ? 'bad' : 'good'
  return toVerdict(kind, toEnd(query, { day: expires.slice(0, 10), days: Math.floor(daysLeft) }))
}

/** What a look says that came to nothing: the domain may be as it was. */
export function toUnlooked(error: AppError): RegistrationVerdict {
  return toVerdict('unknown', {
    en: `The registration could not be looked up. ${toErrorMessage(error, 'en')}`,
    zh: `无法查询注册信息。${toErrorMessage(error, 'zh')}`,
  })
}

const toVerdict = (kind: Verdict['kind'], words: Text): RegistrationVerdict => ({ kind, words, ms: null, isUndated: false })

function toEnd(query: string, { day, days }: { day: string; days: number }): Text {
  if (days < 0) return { en: `The registration of ${query} ended on ${day}.`, zh: `${query} 的注册已于 ${day} 到期。` }
  return {
    en: `The registration of ${query} ends in ${countOf(days, 'day')} (${day}).`,
    zh: `${query} 的注册将在 ${days} 天后到期（${day}）。`,
  }
}

function toUndated(query: string): Text {
  const zone = query.slice(query.indexOf('.'))
  return {
    en: `The registry of ${zone} does not say when ${query} ends, so there is nothing to warn of.`,
    zh: `${zone} 的注册局不提供 ${query} 的到期时间，因此无法提醒。`,
  }
}
