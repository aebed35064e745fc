import { findAddress } from '@octet/core/ip/address.ts'

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const TIME = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i
/** RFC 3339, appendix A: no unit is left out between two others. */
const TIME_PART = String.raw`T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)`
const DURATION = new RegExp(String.raw`^P(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)(?:${TIME_PART})?|${TIME_PART})$`)
const LABEL = /^(?!-)[a-z\d-]{1,63}(?<!-)$/i
/** RFC 5321 §4.1.2: a local part, of atoms or in quotes. */
const LOCAL_PART = /^(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|"(?:[ !#-[\]-~]|\\[ -~])*")$/
/** RFC 3987 §2.2, what an IRI may have besides the characters of a URI; the latter only in its query. */
const UCS_CHARS = String.raw`\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{dfffd}\u{e1000}-\u{efffd}`
const PRIVATE_CHARS = String.raw`\u{e000}-\u{f8ff}\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}`
const URI = toUriPatterns()
const IRI = toUriPatterns(UCS_CHARS, PRIVATE_CHARS)

/** Formats that are tested (validation §7.3); others say nothing, as the standard allows. */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  time: isTime,
  'date-time': (text) => {
    const [, date = '', time = ''] = /^(.{10})[T ](.+)$/i.exec(text) ?? []
    return isDate(date) && isTime(time)
  },
  duration: (text) => DURATION.test(text),
  email: isEmail,
  'idn-email': (text) => /^[^\s@]+@[^\s@]+$/u.test(text),
  hostname: isHost,
  ipv4: (text) => /^\d/.test(text) && findAddress(text)?.version === 4,
  ipv6: (text) => text.includes(':') && !text.includes('%') && findAddress(text)?.version === 6,
  uri: (text) => isUri(text, URI.absolute),
  'uri-reference': (text) => isUri(text, URI.absolute) || isUri(text, URI.relative),
  iri: (text) => isUri(text, IRI.absolute),
  'iri-reference': (text) => isUri(text, IRI.absolute) || isUri(text, IRI.relative),
  uuid: (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  'json-pointer': (text) => /^(?:\/(?:[^~/]|~[01])*)*$/u.test(text),
  'relative-json-pointer': (text) => /^(?:0|[1-9]\d*)(?:#|(?:[+-](?:0|[1-9]\d*))?(?:\/(?:[^~/]|~[01])*)*)$/u.test(text),
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

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  const [, ipv6, ipv4] = /^\[(?:IPv6:([^\]]*)|([\d.]*))\]$/i.exec(domain) ?? []
  const isLiteral = findAddress(ipv6 ?? ipv4 ?? '')?.version === (ipv6 === undefined ? 4 : 6)
  return LOCAL_PART.test(text.slice(0, Math.max(at, 0))) && (isLiteral || isHost(domain))
}

/** RFC 3986, appendix A, and RFC 3987 with the characters that it adds; the address in brackets is left to be looked at. */
function toUriPatterns(more = '', queryOnly = ''): { absolute: RegExp; relative: RegExp } {
  const toChars = (chars: string) => String.raw`(?:[\w.~!$&'()*+,;=${chars}-]|%[\dA-Fa-f]{2})`
  const segment = `${toChars(`:@${more}`)}*`
  const rest = `(?:\\?${toChars(`:@/?${more}${queryOnly}`)}*)?(?:#${toChars(`:@/?${more}`)}*)?`
  const host = String.raw`(?:\[(?:v[\dA-Fa-f]+\.[\w.~!$&'()*+,;=:-]+|([\dA-Fa-f:.]+))\]|${toChars(more)}*)`
  const authority = `//(?:${toChars(`:${more}`)}*@)?${host}(?::\\d*)?(?:/${segment})*`
  const toPath = (first: string) => `(?:${authority}|/?${first}(?:/${segment})*|/|)`
  return {
    absolute: new RegExp(String.raw`^[A-Za-z][A-Za-z\d+.-]*:${toPath(`${toChars(`:@${more}`)}+`)}${rest}$`, 'u'),
    relative: new RegExp(
      `^(?:${authority}|/${toChars(`:@${more}`)}+(?:/${segment})*|${toChars(`@${more}`)}+(?:/${segment})*|/|)${rest}$`,
      'u',
    ),
  }
}

function isUri(text: string, pattern: RegExp): boolean {
  const found = pattern.exec(text)
  return found !== null && (found[1] === undefined || findAddress(found[1])?.version === 6)
}
