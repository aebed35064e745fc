import type { Text } from '@octet/core/text.ts'
import type { Block } from '../../lib/openpgp/armor.ts'
import type { Certificate } from '../../lib/openpgp/certificate.ts'
import type { CheckedSignature } from '../../lib/openpgp/signed-data.ts'
import { TAG, type Packet } from '../../lib/openpgp/packets.ts'

type Shown = {
  readonly blocks: readonly Block[]
  readonly packets: readonly Packet[]
  readonly certificates: readonly Certificate[]
  readonly signatures: readonly CheckedSignature[]
  /** Keys and signatures that could not be read. */
  readonly unread: number
}

const MIN_BITS = 2_048

/** What the holder of a key, or whoever relies on a signature, should know. */
export function listNotes({ blocks, packets, certificates, signatures, unread }: Shown): Text[] {
  const keys = certificates.flatMap((one) => one.keys)
  const bindings = [
    ...certificates.flatMap(({ users }) => users.map(({ binding }) => binding)),
    ...keys.map(({ binding }) => binding),
  ]
  const all = [...bindings.flatMap((one) => one ?? []), ...signatures.map(({ signature }) => signature)]
  const notes: (Text | false)[] = [
    keys.some(({ key }) => key.secret?.kind === 'open') && {
      en: 'This private key is not locked by a passphrase: whoever has it signs and decrypts in your name.',
      zh: '此私钥没有口令保护：得到它的人即可以你的名义签名、解密。',
    },
    blocks.some(({ isSumWrong }) => isSumWrong) && {
      en: 'The sum behind a block does not match: it was changed on the way, or a character was lost.',
      zh: '数据块末尾的校验和不符：内容在传递中被改动或缺失字符。',
    },
    all.some(({ hash }) => hash === 1 || hash === 2 || hash === 3) && {
      en: 'A signature is made with SHA-1, MD5 or RIPEMD-160, which can be forged or soon will be; newer programs refuse it.',
      zh: '有签名使用 SHA-1、MD5 或 RIPEMD-160，存在伪造风险，新版软件会拒绝。',
    },
    keys.some(({ key }) => isWeak(key.name)) && {
      en: `A key is DSA or ElGamal, or has fewer than ${MIN_BITS} bits: make a new one.`,
      zh: `密钥为 DSA、ElGamal，或不足 ${MIN_BITS} 位，请更换。`,
    },
    keys.some(({ key }) => key.version < 4) && {
      en: 'A key of version 3 is of before 1998: another with the same key ID can be made.',
      zh: '第 3 版密钥出自 1998 年之前，可以伪造出密钥 ID 相同的另一把。',
    },
    packets.some(({ tag }) => tag === TAG.encrypted) && {
      en: 'The message has no protection of its integrity: what is decrypted may have been changed.',
      zh: '消息没有完整性保护：解密所得可能已被篡改。',
    },
    unread > 0 && {
      en: `${unread} of the keys and signatures in it could not be read and are left out.`,
      zh: `其中 ${unread} 个密钥或签名无法识别，已略过。`,
    },
    all.some(({ unknownCritical }) => unknownCritical.length > 0) && {
      en: 'A signature has a part that must be understood and is not known here.',
      zh: '签名中含有必须识别但此处未知的部分。',
    },
  ]
  return notes.filter((note) => note !== false)
}

/** Of the name of an algorithm with its bits. */
function isWeak(name: string): boolean {
  const [, bits] = /^RSA.* (\d+)$/.exec(name) ?? []
  return /^(?:DSA|ElGamal)/.test(name) || (bits !== undefined && Number(bits) < MIN_BITS)
}
