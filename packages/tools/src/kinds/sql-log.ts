import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'sql-log',
  title: { en: 'SQL in a log, with its values', zh: '带参数的 SQL 日志' },
  examples: [
    '==>  Preparing: select * from t where id = ?\n==> Parameters: 5(Long)',
    '2026-01-02 10:00:00 DEBUG c.e.UserMapper.find - ==>  Preparing: update t set a = ?\n2026-01-02 10:00:00 DEBUG c.e.UserMapper.find - ==> Parameters: x(String)',
    'Hibernate: select u from users u where u.id=?\nbinding parameter [1] as [BIGINT] - [5]',
  ],
  counterExamples: ['Preparing: dinner', 'select * from t where id = ?', 'Parameters: none'],
  detect(sample) {
    const isMyBatis = /\bPreparing: +\S/.test(sample) && /\bParameters:/.test(sample)
    const isHibernate = /\bHibernate: +\S/.test(sample) && /\bbinding parameter [[(]/.test(sample)
    return isMyBatis || isHibernate ? { score: 0.98 } : undefined
  },
})
