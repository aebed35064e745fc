import { countOf } from '@octet/core/counted.ts'
import type { Text } from '@octet/core/text.ts'
import { toNameText } from '../../lib/x509/name-text.ts'
import type { Chosen } from './choose.ts'
import type { ConvertInput } from './input.ts'
import type { FoundCertificate, Parts } from './read-parts.ts'

export type Made = {
  readonly input: ConvertInput
  readonly chosen: Chosen
  readonly others: Parts['others']
  readonly isRootLeftOut: boolean
  readonly now: Date
}

/** Names that one note lists. */
const MAX_NAMES = 5

/** What whoever installs the file should know, in the order of what hurts most. */
export function listNotes(made: Made): Text[] {
  const { input, chosen, others, isRootLeftOut } = made
  const { own, key, chain, leftOut, leftOutKeys } = chosen
  const notes: (Text | false | undefined)[] = [
    ...(own ? listTimeNotes(own, made.now) : []),
    own && !own.isRoot && !own.isAuthority && chain.length === 1 && toMissing(own),
    ...(key?.faults ?? []),
    key !== undefined && input.to === 'der' && NO_KEY_IN_DER,
    key !== undefined && input.to === 'pkcs7' && NO_KEY_IN_BUNDLE,
    input.to === 'der' && chain.length > 1 && ONE_IN_DER,
    key === undefined && own?.isAuthority === false && (input.to === 'pkcs12' || input.to === 'jks') && NO_KEY,
    input.to === 'pkcs12' && input.newPassphrase === '' && NO_PASSPHRASE,
    input.to === 'pkcs12' && input.lock === 'old' && OLD_LOCK,
    input.to === 'jks' && JKS_IS_OLD,
    isRootLeftOut && ROOT_LEFT_OUT,
    leftOut.length > 0 && toLeftOut(leftOut),
    leftOutKeys.length > 0 && {
      en: `Left out: ${countOf(leftOutKeys.length, 'private key')} of other certificates`,
      zh: `未写入：其他证书的 ${leftOutKeys.length} 个私钥`,
    },
    others.length > 0 && { en: `Left out: ${others.join(', ')}`, zh: `未写入：${others.join('、')}` },
    own === undefined && {
      en: `${countOf(chain.length, 'certificate')} that belong to no one chain, in the order they came`,
      zh: `${chain.length} 个证书不属于同一条证书链，按原顺序写入`,
    },
  ]
  return notes.filter((note) => note !== false && note !== undefined)
}

function listTimeNotes({ subject, notBefore, notAfter }: FoundCertificate, now: Date): (Text | false)[] {
  const name = toNameText(subject)
  return [
    new Date(notAfter) < now && { en: `${name} expired at ${notAfter}`, zh: `${name} 已于 ${notAfter} 过期` },
    new Date(notBefore) > now && { en: `${name} is not valid before ${notBefore}`, zh: `${name} 于 ${notBefore} 才生效` },
  ]
}

const toMissing = ({ issuer }: FoundCertificate): Text => ({
  en: `The certificate of its issuer is missing (${toNameText(issuer)}). Servers must send it unless clients have it: add the file with the chain that the authority gave you`,
  zh: `缺少颁发者证书（${toNameText(issuer)}）。除非客户端已内置，否则服务器必须一并发送：请添加 CA 提供的证书链文件`,
})

function toLeftOut(certificates: readonly FoundCertificate[]): Text {
  const names = certificates.slice(0, MAX_NAMES).map(({ subject }) => toNameText(subject) || '?')
  const more = certificates.length - names.length
  return {
    en: `Left out, since not above this certificate: ${names.join('; ')}${more > 0 ? ` and ${more} more` : ''}`,
    zh: `未写入，不在此证书的链上：${names.join('；')}${more > 0 ? ` 等 ${certificates.length} 个` : ''}`,
  }
}

const NO_KEY_IN_DER: Text = {
  en: 'The private key is not in it: this format holds one certificate',
  zh: '不含私钥：此格式只能存放一个证书',
}
const NO_KEY_IN_BUNDLE: Text = {
  en: 'The private key is not in it: this format holds certificates only',
  zh: '不含私钥：此格式只能存放证书',
}
const ONE_IN_DER: Text = {
  en: 'The certificates above it are not in it: this format holds one certificate',
  zh: '不含上级证书：此格式只能存放一个证书',
}
const NO_KEY: Text = {
  en: 'There is no private key in it, which a server needs; only to trust the certificate it is enough',
  zh: '不含私钥，无法用于服务器，仅可用于信任该证书',
}
const NO_PASSPHRASE: Text = {
  en: 'Without a passphrase anyone who gets the file has the private key, and Java does not open it',
  zh: '未设置口令：任何人拿到文件即可取得私钥，且 Java 无法打开',
}
const OLD_LOCK: Text = {
  en: 'Triple DES and SHA-1 are weak: send the file and its passphrase by ways that are safe by themselves',
  zh: '三重 DES 与 SHA-1 强度较弱，请通过本身安全的渠道传递文件与口令',
}
const JKS_IS_OLD: Text = {
  en: 'Java has read PKCS #12 since version 8, which locks the key far better',
  zh: 'Java 8 起即可直接读取 PKCS #12，其加密强度远高于 JKS',
}
const ROOT_LEFT_OUT: Text = {
  en: 'The root is left out: whoever trusts it has it already',
  zh: '未写入根证书：信任它的客户端已内置',
}
