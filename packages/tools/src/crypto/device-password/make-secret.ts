import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { cryptPassword, SALT_CHARACTERS } from '../../lib/crypt/unix-crypt.ts'
import { hashType8, hashType9, writeType7 } from './cisco.ts'
import { writeJunos9 } from './junos.ts'

export type MadeType = 'cisco9' | 'cisco8' | 'cisco5' | 'cisco7' | 'sha512crypt' | 'junos9'

/** Longest password that devices with these forms take. */
const MAX_LENGTH = 127

type Made = { readonly text: string; readonly commands: string; readonly notes: readonly Text[] }
type Random = (sizeBytes: number) => Uint8Array

/** Writes a password as a device keeps it, and the commands that take it. Throws `bad_input` for what a command line cannot hold. */
export async function makeSecret(password: string, type: MadeType, random: Random): Promise<Made> {
  refuseOdd(password)
  const toSalt = (length: number) => [...random(length)].map((byte) => SALT_CHARACTERS[byte & 63]).join('')
  switch (type) {
    case 'cisco9':
      return toIos(await hashType9(password, toSalt(14)), 9)
    case 'cisco8':
      return toIos(await hashType8(password, toSalt(14)), 8)
    case 'cisco5':
      return { ...toIos(cryptPassword({ mark: '1', password, salt: toSalt(4) }), 5), notes: [WEAK] }
    case 'cisco7': {
      const text = writeType7(password, random(1)[0]!)
      const commands = [
        `radius server RADIUS-1\n key 7 ${text}`,
        `key chain KEYS\n key 1\n  key-string 7 ${text}`,
        `line vty 0 4\n password 7 ${text}`,
      ]
      return { text, commands: commands.join('\n'), notes: [REVERSIBLE] }
    }
    case 'sha512crypt': {
      const text = cryptPassword({ mark: '6', password, salt: toSalt(8) })
      const commands = [
        `# Junos\nset system root-authentication encrypted-password "${text}"`,
        `set system login user admin authentication encrypted-password "${text}"`,
        `\n# Arista EOS\nusername admin privilege 15 secret sha512 ${text}`,
      ]
      return { text, commands: commands.join('\n'), notes: [] }
    }
    case 'junos9': {
      const text = writeJunos9(password, random(4))
      const commands = [
        `set system radius-server 192.0.2.1 secret "${text}"`,
        `set protocols bgp group PEERS authentication-key "${text}"`,
        `set security ike policy IKE pre-shared-key ascii-text "${text}"`,
      ]
      return { text, commands: commands.join('\n'), notes: [REVERSIBLE] }
    }
  }
}

/** Users and the password of `enable` as IOS and IOS XE take them. */
function toIos(text: string, number: number): Made {
  const commands = `enable secret ${number} ${text}\nusername admin privilege 15 secret ${number} ${text}`
  return { text, commands, notes: [] }
}

/** Command lines end a word at a blank and give help at a question mark; what is not ASCII, devices read each in its own way. */
function refuseOdd(password: string): void {
  const odd = /[^!-~]|\?/.exec(password)
  if (password !== '' && password.length <= MAX_LENGTH && !odd) return
  throw new AppError('bad_input', {
    field: 'password',
    expected: {
      en: `1 to ${MAX_LENGTH} printable ASCII characters without blank and question mark, as command lines of devices take them`,
      zh: `1 到 ${MAX_LENGTH} 个可打印 ASCII 字符，不含空格与问号，否则设备命令行无法输入`,
    },
    got: odd
      ? {
          en: `U+${toCode(odd[0])} at character ${odd.index + 1}`,
          zh: `第 ${odd.index + 1} 个字符为 U+${toCode(odd[0])}`,
        }
      : { en: `${password.length} characters`, zh: `${password.length} 个字符` },
  })
}

const toCode = (character: string): string => character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')

const REVERSIBLE: Text = {
  en: 'This is no encryption: whoever sees it reads the password. Use it only where the device needs the password itself, as for keys of protocols.',
  zh: '这不是加密：看到它的人都能还原密码。仅用于设备必须知道原文的场合，如协议密钥。',
}
const WEAK: Text = {
  en: 'MD5-crypt is tried out quickly today. Type 9 or 8 is better where the device knows it.',
  zh: 'MD5-crypt 如今很容易被暴力破解；设备支持时请用 type 9 或 8。',
}
