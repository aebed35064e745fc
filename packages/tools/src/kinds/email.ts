import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'email',
  title: { en: 'E-mail address', zh: '电子邮箱' },
  examples: ['someone@example.com', 'first.last+tag@mail.example.co.uk', '用户@例子.测试'],
  counterExamples: ['@example.com', 'a@b', 'a b@example.com'],
  detect: (sample) =>
    /^(?=.{6,254}$)[^\s@"(),:;<>[\]\\]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{1,62}$/u.test(
      sample,
    )
      ? { score: 0.97 }
      : undefined,
})
