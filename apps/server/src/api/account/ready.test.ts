import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { until } from '@octet/core/testing/until.ts'
import { Database } from '../../storage/database.ts'
import { startStorage } from '../../testing/start-storage.ts'
import { startProduct } from '../../testing/start.ts'

test('without a database account calls say 503, lookups go on', async () => {
  await using alone = await startProduct({ storageUrl: 'postgres://a:b@127.0.0.1:1/none', withoutData: true })
  const answer = await alone.app.inject({ method: 'POST', url: '/v1/user_info', headers: { token: 'x'.repeat(43) }, payload: {} })
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '2'])
  assert.equal((await alone.app.inject('/livez')).statusCode, 200)
  assert.equal((await alone.app.inject('/v1/account/ready')).statusCode, 503)
})

test('accounts are not ready while their database can only be read; the server itself is', async () => {
  await using own = await startStorage()
  await using alone = await startProduct({ storageUrl: own.url, withoutData: true })
  await using operator = new Database(`${own.url}&options=-c%20default_transaction_read_only%3Doff`, { log: alone.services.log })
  const setReadOnly = (state: 'on' | 'off') =>
    operator.run(async (queries) => {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(queries)
      await sql`alter database ${sql.id(rows[0]!.name)} set default_transaction_read_only = ${sql.lit(state)}`.execute(queries)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid != pg_backend_pid()`.execute(queries)
    })
  const ask = async () => {
    const answer = await alone.app.inject({ url: '/v1/account/ready', headers: { 'accept-language': 'zh' } })
    return [answer.statusCode, answer.json().msg]
  }
  const before = (await alone.app.inject('/readyz')).statusCode
  assert.deepEqual(await ask(), [200, ''])
  await setReadOnly('on')
  const told = [503, '暂不可用：账户数据库只能读取，不能写入']
  await until(async () => String(await ask()) === String(told), 'accounts are not ready, on new connections')
  assert.equal((await alone.app.inject('/readyz')).statusCode, before)
  await setReadOnly('off')
  await until(async () => (await ask())[0] === 200, 'it is ready again')
})
