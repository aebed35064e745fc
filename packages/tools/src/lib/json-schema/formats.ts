import { findAddress } from '@octet/core/ip/address.ts'

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const TIME = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i
const DURATION = /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/
const LABEL = /^(?!-)[a-z\d-]{1,63}(?<!-)$/i
const URI_CHARS = /^(?:[\w.~!$&'()*+,;=:@/?#[\]-]|%[\da-f]{2})*$/i

/** Formats that are tested (validation §7.3); others say nothing, as the standard allows. */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  time: isTime,
  'date-time': (text) => {
    const [, date = '', time = ''] = /^(.{10})[T ](.+)$/i.exec(text) ?? []
    return isDate(date) && isTime(time)
  },
  duration: (text) => DURATION.test(text),
  email: (text) => /^[^\s@"(),:;<>[\\\]]+@[^\s@]+$/.test(text) && isHost(text.slice(text.lastIndexOf('@') + 1)),
  'idn-email': (text) => /^[^\s@]+@[^\s@]+$/u.test(text),
  hostname: isHost,
  ipv4: (text) => /^\d/.test(text) && findAddress(text)?.version === 4,
  ipv6: (text) => text.includes(':') && !text.includes('%') && findAddress(text)?.version === 6,
  uri: (text) => /^[a-z][a-z\d+.-]*:/i.test(text) && URI_CHARS.test(text) && URL.canParse(text),
  'uri-reference': (text) => URI_CHARS.test(text) && URL.canParse(text, 'https://schema.invalid/'),
  iri: (text) => /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]*$/iu.test(text) && URL.canParse(text),
  uuid: (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  'json-pointer': (text) => /^(?:\/(?:[^~/]|~[01])*)*$/u.test(text),
  'relative-json-pointer': (text) => /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/u.test(text),
  regex: (text) => {
    try {
      return Boolean(new RegExp(text, 'u'))
    } catch {
      return false
    }
  },
}

function isDate(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (DATE.exec(text) ?? []).map(Number)
  return day >= 1 && month >= 1 && month <= 12 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

/** RFC 3339 §5.6; second 60 only where a leap second can be, the last of a day in UTC. */
function isTime(text: string): boolean {
  if (!TIME.test(text)) return false
  if (!/^\d\d:\d\d:60/.test(text)) return true
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)$/.exec(text) ?? []
  const local = Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return (local - offset + 2880) % 1440 === 1439
}

function isHost(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => LABEL.test(label))
}
