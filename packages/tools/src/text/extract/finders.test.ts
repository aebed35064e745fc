import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { FINDERS } from './finders.ts'
import tool from './tool.ts'

for (const [what, text, finds] of [
  ['email', "o'brien@example.com, 'ann@example.com','bo@example.com'", "o'brien@example.com\nann@example.com\nbo@example.com"],
  ['email', 'R&D@example.com?to=ann@example.com&b=1', 'r&d@example.com\nann@example.com'],
  ['number', '共１２３个，１．５万，－２', '123\n15000\n-2'],
  ['number', '１，２３４', '1\n234'], // a comma of the sentence
  ['phone', '电话 １３８００１３８０００', '13800138000'],
  [
    'phone',
    '13800138000 010-12345678 +86 138 0013 8000 13900139000',
    '13800138000\n010 12345678\n+86 138 0013 8000\n13900139000',
  ],
  ['phone', 'orderId=202611300001 金额 1234567.89 电话02062345678', '02062345678'],
  ['phone', '(010) 1234 5678, +1 (212) 555-0123', '010 1234 5678\n+1 212 555 0123'],
  ['phone', 'QQ：2461234567 加QQ群号 123456789，QQ 12345678901 电话 13800138000', '13800138000'],
  ['phone', 'call 212.555.0123 or 1.415.555.2671, not 192.168.100.1000 or 555.123.4567', '212 555 0123\n1 415 555 2671'],
  ['phone', '+8613800138000+8613900139000', '+8613800138000\n+8613900139000'],
  ['email', 'a..b@c.de .a@c.de a.@c.de x@-b.de x@b-.de x@1.2.3.4 y@b.c1', 'a@c.de\ny@b.c1'],
  ['email', 'ａｂ＠ｃ．ｃｏｍ，邮箱a@b.cn谢谢', 'ab@c.com\na@b.cn'],
  [
    'email',
    '张三@例子.中国、li@例子.中国，почта@пример.рф, a@b.cn谢谢 x@他说.好的',
    '张三@例子.中国\nli@例子.中国\nпочта@пример.рф\na@b.cn',
  ],
  [
    'email',
    '"Q r"@d.ef, <"a@b\\"c"@example.com>: "x"@y.zz "a",{"@type":"b.cd"}["","@schema.org"] "no"@x ""@a.bc',
    '"q r"@d.ef\n"a@b\\"c"@example.com\n"x"@y.zz',
  ],
  ['url', '**https://a.example/b** *http://c.example/d*e*', 'https://a.example/b\nhttp://c.example/d*e'],
  ['url', String.raw`{"a":"https://a.example/b\nhttp://c.example/\"d"}`, 'https://a.example/b\nhttp://c.example/'],
  ['url', '见“https://a.example/b”、‘http://c.example’', 'https://a.example/b\nhttp://c.example'],
  ['url', 'http://a.example/\u202egpj.exe http://b.example\u200b', 'http://a.example/\nhttp://b.example'],
  ['domain', '访问example.com或 例子.中国、ｗｗｗ．ａ．ｃｎ', 'example.com\n例子.中国\nwww.a.cn'],
  ['domain', 'a.b@example.com.cn, c@sub.example.co.uk ...example.org *.example.net', 'example.org\nexample.net'],
  ['domain', '他说.好的 пример.рф', 'пример.рф'],
  ['domain', '打开www.中文网.com。再看 a.中文网.网址', 'www.中文网.com\na.中文网.网址'],
  [
    'domain',
    'münchen.de, пример.com、例子.cn 访问example.com吧 café.example.org a_b.example.com',
    'münchen.de\nпример.com\n例子.cn\nexample.com\ncafé.example.org\na_b.example.com',
  ],
  ['email', 'user@münchen.de 联系a@b.com你好 x@例子.cn', 'user@münchen.de\na@b.com\nx@例子.cn'],
  ['phone', '[2026-01-02 03:04:05] call 2026/1/2 13800138000 31.12.2026 12:00 Tel:010-62345678', '13800138000\n010 62345678'],
  [
    'mac',
    '? (192.0.2.1) at 0:0:5e:0:53:1, 00-00-5E-00-53-01 0000.5e00.5302 2001:db8:1:2:3:4:5:6',
    '00:00:5e:00:53:01\n00:00:5e:00:53:02',
  ],
  [
    'cidr',
    'route 192.0.2.7/24 via 198.51.100.1, 2001:DB8::/32; 1.2.3.4/33 1/2/2026 10.0.0.0/8.',
    '192.0.2.0/24\n2001:db8::/32\n10.0.0.0/8',
  ],
] as const)
  test(`${what} in ${text}`, async () => {
    const { text: found } = (await answerTool(tool, { text, what }, createTestHost())) as { text: string }
    assert.equal(found, finds)
  })

test('links of files and sockets are found, and those that begin with www', () => {
  const text =
    '见 ftp://files.example.org/a.txt，www.example.org/x?y=1、(WWW.Example.COM) wss://ws.example.org/s sftp://h.example/~/b. www.例子.中国'
  assert.deepEqual(FINDERS.url(text), [
    'ftp://files.example.org/a.txt',
    'www.example.org/x?y=1',
    'WWW.Example.COM',
    'wss://ws.example.org/s',
    'sftp://h.example/~/b',
    'www.例子.中国',
  ])
  for (const none of ['a@www.example.org', 'https.www', 'www.', 'xwww.example.org', '/www.x/y'])
    assert.deepEqual(FINDERS.url(none), [], none)
  assert.deepEqual(FINDERS.url('https://www.example.org/www.other.org'), ['https://www.example.org/www.other.org'])
})

test('blanks without end behind QQ are passed over in time', { timeout: 20_000 }, async () => {
  const { found } = (await answerTool(tool, { text: `qq${' '.repeat(100_000)}x`, what: 'phone' }, createTestHost())) as {
    found: number
  }
  assert.equal(found, 0)
})
