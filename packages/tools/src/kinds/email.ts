import { defineKind } from '@octet/core/kind.ts'

const ADDRESS =
  /^(?=.{6,254}$)(?:[^\s@"(),:;<>[\]\\]{1,64}|"(?:[^"\\\p{Cc}]|\\[^\p{Cc}]){1,62}")@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{1,62}$/u

export default defineKind({
  id: 'email',
  title: { en: 'Email address', zh: '电子邮箱' },
  examples: [
    'someone@example.com',
    'first.last+tag@mail.example.co.uk',
    '用户@例子.测试',
    'mailto:someone@example.com?subject=Tea',
    'Ann <ann@example.com>',
    '"first last"@example.com',
  ],
  counterExamples: ['@example.com', 'a@b', 'a b@example.com'],
  detect(sample) {
    const [, linked, named] =
      /^(?:mailto:([^?\s]{3,254})(?:\?\S*)?|[^<>@\n]{1,100}<([^<>\s]{3,254}|"[^"\n]{1,64}"@[^<>\s]{3,189})>)$/i.exec(sample) ?? []
    const bare = linked ?? named
    if (!ADDRESS.test(bare ?? sample)) return undefined
    return bare === undefined ? { score: 0.97 } : { score: 0.97, text: bare }
  },
})
