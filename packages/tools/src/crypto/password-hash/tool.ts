import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import { joinText } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { refuseLoneSurrogate } from '../../lib/text-place.ts'
import { makePasswordHash, verifyPasswordHash } from './phc.ts'

export default defineTool({
  id: 'password-hash',
  route: '/crypto/password-hash',
  group: 'crypto',
  rank: 90,
  icon: 'Fingerprint',
  title: { en: 'Password hash: make and verify', zh: '口令哈希生成与校验' },
  summary: {
    en: 'Make and verify bcrypt, Argon2, scrypt and crypt hashes',
    zh: '生成与验证 bcrypt、Argon2、scrypt、crypt 口令哈希',
  },
  about: {
    en: 'Argon2id (RFC 9106) is the first choice for new systems. bcrypt reads only the first 72 bytes of a password; longer ones are refused here instead of being cut silently. SHA-512-crypt ($6$) is what /etc/shadow, Ansible and cloud-init take, bcrypt and $apr1$ what .htpasswd does; with a user name the whole line is made.\n\nTo verify, paste the hash or its line: it names its own algorithm and cost. PBKDF2 of Django, passlib and Werkzeug is verified, too.',
    zh: '新系统首选 Argon2id（RFC 9106）。bcrypt 只读取口令的前 72 字节，超出时此处会报错而不是悄悄截断。/etc/shadow、Ansible 与 cloud-init 使用 SHA-512-crypt（$6$），.htpasswd 使用 bcrypt 或 $apr1$；填写用户名即可生成整行。\n\n验证时粘贴哈希或整行即可，其中已包含算法与参数；也可验证 Django、passlib 与 Werkzeug 的 PBKDF2。',
  },
  keywords: [
    'bcrypt',
    'argon2',
    'scrypt',
    'password',
    'hash',
    'verify',
    '口令',
    '密码哈希',
    '加盐',
    'htpasswd',
    'mkpasswd',
    'openssl passwd',
    'sha512crypt',
    'shadow',
    'etc shadow',
    'apr1',
    'crypt',
    'pbkdf2',
    'ssha',
    'cloud-init password',
  ],
  input: z.object({
    password: z.string().meta({ label: { en: 'Password', zh: '口令' }, widget: 'secret', secret: true }),
    hash: z
      .string()
      .max(1000)
      .default('')
      .meta({
        label: { en: 'Hash to verify', zh: '要验证的哈希' },
        help: { en: 'Leave empty to make a hash', zh: '留空则生成' },
        main: true,
      }),
    algorithm: z
      .enum(['argon2id', 'bcrypt', 'scrypt', 'argon2i', 'argon2d', 'sha512crypt', 'sha256crypt', 'apr1', 'md5crypt', 'ssha'])
      .default('argon2id')
      .meta({
        label: { en: 'Algorithm', zh: '算法' },
        options: {
          argon2id: { en: 'Argon2id', zh: 'Argon2id' },
          bcrypt: { en: 'bcrypt', zh: 'bcrypt' },
          scrypt: { en: 'scrypt', zh: 'scrypt' },
          argon2i: { en: 'Argon2i', zh: 'Argon2i' },
          argon2d: { en: 'Argon2d', zh: 'Argon2d' },
          sha512crypt: { en: 'SHA-512-crypt ($6$)', zh: 'SHA-512-crypt（$6$）' },
          sha256crypt: { en: 'SHA-256-crypt ($5$)', zh: 'SHA-256-crypt（$5$）' },
          apr1: { en: 'MD5-crypt of Apache ($apr1$), weak', zh: 'Apache 的 MD5-crypt（$apr1$，强度低）' },
          md5crypt: { en: 'MD5-crypt ($1$), weak', zh: 'MD5-crypt（$1$，强度低）' },
          ssha: { en: 'Salted SHA-1 of LDAP ({SSHA}), weak', zh: 'LDAP 加盐 SHA-1（{SSHA}，强度低）' },
        },
        when: { hash: [''] },
      }),
    cost: z
      .int()
      .min(4)
      .max(14)
      .default(10)
      .meta({
        label: { en: 'bcrypt cost (2^n rounds)', zh: 'bcrypt 成本（2^n 轮）' },
        when: { hash: [''], algorithm: ['bcrypt'] },
      }),
    memoryKib: z
      .int()
      .min(8)
      .max(262_144)
      .default(19_456)
      .meta({
        label: { en: 'Argon2 memory', zh: 'Argon2 内存' },
        unit: 'KiB',
        when: { hash: [''], algorithm: ['argon2id', 'argon2i', 'argon2d'] },
      }),
    passes: z
      .int()
      .min(1)
      .max(20)
      .default(2)
      .meta({
        label: { en: 'Argon2 passes', zh: 'Argon2 迭代次数' },
        when: { hash: [''], algorithm: ['argon2id', 'argon2i', 'argon2d'] },
      }),
    logN: z
      .int()
      .min(4)
      .max(17)
      .default(15)
      .meta({ label: { en: 'scrypt log₂ N', zh: 'scrypt log₂ N' }, when: { hash: [''], algorithm: ['scrypt'] } }),
    rounds: z
      .int()
      .min(1000)
      .max(1_000_000)
      .default(5000)
      .meta({
        label: { en: 'Rounds', zh: '轮数' },
        help: { en: '5000 where a hash does not say', zh: '哈希未注明时为 5000' },
        when: { hash: [''], algorithm: ['sha512crypt', 'sha256crypt'] },
      }),
    user: z
      .string()
      .max(255)
      .regex(/^[^:\n\r]*$/, { error: joinText({ en: 'a name without a colon and in one line', zh: '不含冒号与换行的用户名' }) })
      .default('')
      .meta({
        label: { en: 'User name', zh: '用户名' },
        help: { en: 'For a line name:hash, as .htpasswd has it', zh: '填写后生成 .htpasswd 的“用户名:哈希”行' },
        when: { hash: [''] },
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Hash', zh: '哈希' }, main: true }),
    algorithm: z.string().meta({ label: { en: 'Algorithm', zh: '算法' } }),
    verdict: z
      .enum(['match', 'differs'])
      .optional()
      .meta({
        label: { en: 'Password', zh: '口令' },
        options: {
          match: { en: 'Matches the hash', zh: '与哈希相符' },
          differs: { en: 'Does not match the hash', zh: '与哈希不符' },
        },
      }),
  }),
  accepts: { hash: {} },
  examples: [
    { name: { en: 'Argon2id', zh: 'Argon2id' }, input: { password: 'correct horse' } },
    { name: { en: 'bcrypt', zh: 'bcrypt' }, input: { password: 'correct horse', algorithm: 'bcrypt', cost: 4 } },
    {
      name: { en: 'A line of .htpasswd', zh: '.htpasswd 行' },
      input: { password: 'correct horse', algorithm: 'bcrypt', cost: 5, user: 'ada' },
    },
    {
      name: { en: 'Verify bcrypt', zh: '验证 bcrypt' },
      input: { password: 'U*U', hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' },
      output: { text: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', algorithm: 'bcrypt', verdict: 'match' },
    },
  ],
  run: async (input, host: Host) => {
    refuseLoneSurrogate(input.password, 'password')
    if (!input.password)
      throw new AppError('bad_input', {
        field: 'password',
        expected: { en: 'a password', zh: '口令' },
        got: { en: 'nothing', zh: '空' },
      })
    const hash = input.hash.trim()
    if (!hash) {
      const made = await makePasswordHash(input, (size) => host.random(size))
      return { text: input.user === '' ? made : `${input.user}:${made}`, algorithm: input.algorithm }
    }
    const { algorithm, isMatch } = await verifyPasswordHash(input.password, hash)
    return { text: hash, algorithm, verdict: isMatch ? ('match' as const) : ('differs' as const) }
  },
})
