import type { Text } from '@octet/core/text.ts'
import type { Secret } from './find-secrets.ts'
import { FORMS, type FormId, type Safety } from './forms.ts'

/** Lines that a note names at most. */
const MAX_NAMED = 10

/** What to do about a form, for those that are to be replaced. */
const BETTER: Partial<Record<FormId, Text>> = {
  cisco7: {
    en: 'Cisco: for users and enable, “secret” with “algorithm-type scrypt” (type 9) in place of “password”; for keys, “key config-key password-encrypt” and “password encryption aes” (type 6).',
    zh: 'Cisco：用户与 enable 请用 secret 并指定 algorithm-type scrypt（type 9）代替 password；密钥请启用 key config-key password-encrypt 与 password encryption aes（type 6）。',
  },
  cisco4: {
    en: 'Cisco withdrew type 4: it has neither salt nor rounds. Set these passwords anew as type 9 or 8.',
    zh: 'Cisco 已弃用 type 4：既无盐也无迭代。请以 type 9 或 8 重新设置这些密码。',
  },
  junos9: {
    en: 'Junos: “set system master-password” keeps secrets as $8$, with a key that is not in the configuration.',
    zh: 'Junos：设置 set system master-password 后以 $8$ 保存，密钥不在配置中。',
  },
  fortinet: {
    en: 'FortiOS: switch “private-data-encryption” on in “config system global”, then set these passwords anew.',
    zh: 'FortiOS：在 config system global 中启用 private-data-encryption，然后重新设置这些密码。',
  },
  asa: {
    en: 'Cisco ASA: from 9.7 on a password that is set anew is kept as PBKDF2.',
    zh: 'Cisco ASA：9.7 起重新设置的密码以 PBKDF2 保存。',
  },
}

const READABLE: ReadonlySet<Safety> = new Set(['clear', 'reversible'])

/** What the passwords of a configuration ask of its owner, the worst first. */
export function toNotes(secrets: readonly Secret[]): Text[] {
  const bare = secrets.filter(({ form }) => READABLE.has(FORMS[form].safety))
  const forms = new Set(secrets.map(({ form }) => form))
  const notes: Text[] = []
  if (bare.length > 0 && secrets.length > 1)
    notes.push({
      en: `Whoever sees this configuration reads ${bare.length} of ${secrets.length} passwords. If others have seen it, change them.`,
      zh: `看到此配置的人能读出 ${secrets.length} 个密码中的 ${bare.length} 个；若已外传，请更换。`,
    })
  else if (bare.some(({ form }) => form !== 'clear'))
    notes.push({
      en: 'This is no encryption: whoever sees it reads the password.',
      zh: '这不是加密：看到它的人都能还原密码。',
    })
  notes.push(...toRepeated(secrets))
  for (const [form, note] of Object.entries(BETTER)) if (forms.has(form as FormId)) notes.push(note)
  if (secrets.some(({ form }) => FORMS[form].safety === 'locked'))
    notes.push({
      en: 'Those that are encrypted need a key that is kept in the device, or another one: they cannot be read here.',
      zh: '标为“加密”的密码使用保存在设备中的密钥或其他密钥，此处无法还原。',
    })
  return notes
}

/** A password of several places falls with the weakest of them. */
function toRepeated(secrets: readonly Secret[]): Text[] {
  const lines = new Map<string, Set<number>>()
  for (const { plain, line } of secrets) {
    if (plain === undefined) continue
    const places = lines.get(plain) ?? new Set()
    lines.set(plain, places.add(line))
  }
  const repeated = [...lines.values()].filter(({ size }) => size > 1)
  return repeated.slice(0, MAX_NAMED).map((places) => {
    const named = [...places].slice(0, MAX_NAMED)
    const more = places.size > named.length
    return {
      en: `The same password stands in lines ${named.join(', ')}${more ? ' and others' : ''}.`,
      zh: `第 ${named.join('、')}${more ? ' 等' : ''} 行是同一个密码。`,
    }
  })
}
