import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import { LANGUAGES, type LanguageId } from './languages.ts'
import { parseRequest } from './parse-request.ts'
import type { HttpRequest } from './request.ts'
import { guessShell, splitWords } from '../shell/words.ts'

for (const [text, words] of [
  [String.raw`a 'b c'"d \"e\" \x $f"g\ h`, ['a', String.raw`b cd "e" \x $fg h`]],
  ['a \\\n  b\\\nc ""', ['a', 'bc', '']],
  [String.raw`$'a\n\t\'\\\x41\u4e2d\U1f600\101\cA\q'`, ["a\n\t'\\A中😀A\u0001\\q"]],
  [String.raw`$'\ud83d\ude00 \xf0\x9f\x98\x80'`, ['😀 😀']],
  ['a b > out 2>&1 c | d', ['a', 'b', 'c']],
  ['a # b', ['a']],
  ['a#b;c', ['a#b']],
  ['a\nb', ['a']],
  ["'it'\\''s'", ["it's"]],
  ['a $(b "c d" $(e)):`f g` "$(h)" `# i` $(j', ['a', '$(b "c d" $(e)):`f g`', '$(h)', '$(j']],
] as const)
  test(`bash: ${JSON.stringify(text)}`, () => assert.deepEqual(splitWords(text, 'bash').words, words))

for (const [text, words] of [
  ['curl ^"http://a/?b=1^&c=^%^41^" ^\r\n  -d ^"x ^\\^"y^\\^" z^"', ['curl', 'http://a/?b=1&c=%41', '-d', 'x "y" z']],
  [String.raw`curl "a b" "c\\" "d\"e" f\g "h""i"`, ['curl', 'a b', 'c\\', 'd"e', 'f\\g', 'h"i']],
  ['curl ^"a^\n\nb^" & echo x', ['curl', 'a\nb']],
] as const)
  test(`cmd.exe: ${JSON.stringify(text)}`, () => {
    assert.equal(guessShell('curl ^"a^"'), 'cmd')
    assert.deepEqual(splitWords(text, 'cmd').words, words)
  })

test('JSON with each quote twice was copied for cmd.exe, empty texts within others were not', () => {
  assert.equal(guessShell('curl "http://a/" --data-raw "{""a"":""it\'s"",""b"":[1]}"'), 'cmd')
  for (const text of [
    `curl a -d '{"a":"","b":1}'`,
    String.raw`curl a -d "{\"a\":\"\"}"`,
    'curl a -d "" -H "b:"',
    `curl a -d='{"a":""}'`,
  ])
    assert.equal(guessShell(text), 'bash', text)
  assert.deepEqual(parseRequest('curl a --data-raw "{""a"":""b""}"', 'auto').request.body, { kind: 'text', text: '{"a":"b"}' })
})

test('a text that ends in ^ within quotes was written for no cmd.exe', () => {
  assert.equal(guessShell(`curl a.example -d '{"begin":"^","end":"$"}'`), 'bash')
  assert.equal(guessShell('curl a.example -d "x^"'), 'bash')
  assert.equal(guessShell('curl a.example --data=^"x^"'), 'cmd')
})

test('of a query that goes on behind the end of the command is told', () => {
  const toNotes = (text: string) => parseRequest(text, 'auto').notes.map(({ en }) => en)
  assert.match(toNotes('curl http://a.example/?a=1&b=2&c=3').join(), /begins with &b= is left out/)
  for (const text of ['curl "http://a.example/?a=1&b=2"', 'curl a.example & b=1', 'curl a.example&', 'curl a.example && b=2 c'])
    assert.deepEqual(toNotes(text), [], text)
})

test('PowerShell: backticks, doubled quotes', () => {
  const text = 'curl.exe `\n "a`"b``c""d`n" \'it\'\'s $x\' -d x'
  assert.equal(guessShell(text), 'powershell')
  assert.deepEqual(splitWords(text, 'powershell').words, ['curl.exe', 'a"b`c"d\n', "it's $x", '-d', 'x'])
})

const read = (text: string) => parseRequest(text, 'auto')

for (const end of ['\\', ' \\\n', ' \\\r\n  '])
  test(`a command that was to go on after its last line has no word more: ${JSON.stringify(end)}`, () => {
    const { request, notes } = read(`curl https://a.example \\\n  -H 'x: 1'${end}`)
    assert.deepEqual([request.url, request.headers, notes], ['https://a.example/', [{ name: 'x', value: '1' }], []])
  })
const post = { method: 'POST', headers: [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }] }
for (const [text, request] of [
  ['curl a.example', { method: 'GET', url: 'http://a.example/', headers: [] }],
  ['$ sudo curl https://a.example/x#y', { method: 'GET', url: 'https://a.example/x', headers: [] }],
  ['curl -dx=1 -d y=2 a.example?z', { ...post, url: 'http://a.example/?z', body: { kind: 'text', text: 'x=1&y=2' } }],
  [
    "curl -d x -H 'content-type: text/plain' a.example",
    {
      method: 'POST',
      url: 'http://a.example/',
      headers: [{ name: 'content-type', value: 'text/plain' }],
      body: { kind: 'text', text: 'x' },
    },
  ],
  [
    'curl -d x -H Content-Type: a.example',
    { method: 'POST', url: 'http://a.example/', headers: [], body: { kind: 'text', text: 'x' } },
  ],
  [
    'curl -sSLkXPUT --url a.example -o f -m 1.5 -x p:1',
    {
      method: 'PUT',
      url: 'http://a.example/',
      headers: [],
      isFollowing: true,
      isInsecure: true,
      output: 'f',
      timeoutMs: 1500,
      proxy: 'http://p:1',
    },
  ],
  [
    'curl http://u%3A:p@a.example/b@c',
    { method: 'GET', url: 'http://a.example/b@c', headers: [{ name: 'Authorization', value: 'Basic dTo6cA==' }] },
  ],
  ['curl -T f a.example/g', { method: 'PUT', url: 'http://a.example/g', headers: [], body: { kind: 'file', path: 'f' } }],
  [
    "curl -T 'd/ü f' 'a.example/g/?h'",
    { method: 'PUT', url: 'http://a.example/g/%C3%BC%20f?h', headers: [], body: { kind: 'file', path: 'd/ü f' } },
  ],
  ['curl a.example/b/../c/./d//e?f=/../g', { method: 'GET', url: 'http://a.example/c/d//e?f=/../g', headers: [] }],
  [`curl "a.example/b/../c'<|?x='<^&y=/../é"`, { method: 'GET', url: `http://a.example/c'<|?x='<^&y=/../%C3%A9`, headers: [] }],
  ['curl -g a.example/b/.. -d x', { ...post, url: 'http://a.example/', body: { kind: 'text', text: 'x' } }],
  ["curl 'http://bücher.example:81/a b'", { method: 'GET', url: 'http://xn--bcher-kva.example:81/a%20b', headers: [] }],
  ['curl -G -d b=2 --url-query a=1 a.example?z', { method: 'GET', url: 'http://a.example/?z&b=2', headers: [] }],
  ['curl -G --url-query a=1 a.example?z', { method: 'GET', url: 'http://a.example/?z&a=1', headers: [] }],
  ['curl -r 0-9 -d x a.example', { ...post, url: 'http://a.example/', body: { kind: 'text', text: 'x' } }],
  ['curl --path-as-is a.example/b/../c', { method: 'GET', url: 'http://a.example/b/../c', headers: [] }],
  ['curl -T - a.example/g', { method: 'PUT', url: 'http://a.example/g', headers: [] }],
  ['curl -d @- a.example', { ...post, url: 'http://a.example/', body: { kind: 'text', text: '' } }],
  ['curl -d @f -d @g a.example', { ...post, url: 'http://a.example/', body: { kind: 'text', text: '' } }],
  [
    "curl -A a -A b -e c -e '' -b d=1 -b e=2 a.example",
    {
      method: 'GET',
      url: 'http://a.example/',
      headers: [
        { name: 'User-Agent', value: 'b' },
        { name: 'Cookie', value: 'd=1; e=2' },
      ],
    },
  ],
  [
    "curl -H 'User-Agent: h' -A a -H Referer: -e r -H 'Cookie: c=1' -b d=2 a.example",
    {
      method: 'GET',
      url: 'http://a.example/',
      headers: [
        { name: 'User-Agent', value: 'h' },
        { name: 'Cookie', value: 'c=1' },
      ],
    },
  ],
  [
    "curl -d x -H 'Content-Length: 9' -H 'transfer-encoding: chunked' a.example",
    { ...post, url: 'http://a.example/', body: { kind: 'text', text: 'x' } },
  ],
  [
    `curl -F 'a= b\t' -F $'c=\nd\n ;type=text/x' -F 'e=\u00a0f' --form-string 'g= h ' -H 'X-A: \u00a0i\u00a0 ' a.example`,
    {
      method: 'POST',
      url: 'http://a.example/',
      headers: [{ name: 'X-A', value: '\u00a0i\u00a0' }],
      body: {
        kind: 'form',
        parts: [
          { name: 'a', value: 'b' },
          { name: 'c', value: 'd', type: 'text/x' },
          { name: 'e', value: '\u00a0f' },
          { name: 'g', value: ' h ' },
        ],
      },
    },
  ],
  [
    `curl -F 'a={"b":"c;d"}' -F 'e= "f;g" ;type=text/x' -F 'h=i;filename=j.png' -F 'k=@l;filename=m;headers="X: y"' a.example`,
    {
      method: 'POST',
      url: 'http://a.example/',
      headers: [],
      body: {
        kind: 'form',
        parts: [
          { name: 'a', value: '{"b":"c' },
          { name: 'e', value: 'f;g', type: 'text/x' },
          { name: 'h', value: 'i', fileName: 'j.png', type: 'image/png' },
          { name: 'k', path: 'l', fileName: 'm', type: 'application/octet-stream' },
        ],
      },
    },
  ],
  ['curl "http://例え.example/é?q=ü x"', { method: 'GET', url: 'http://xn--r8jz45g.example/%C3%A9?q=%C3%BC%20x', headers: [] }],
  [
    'GET /a HTTP/1.1\r\nHost: a.example\r\nX: y\r\n\r\n',
    { method: 'GET', url: 'https://a.example/a', headers: [{ name: 'X', value: 'y' }] },
  ],
  [
    '{"request":{"method":"POST","url":"https://a.example/","headers":[{"name":":path","value":"/"},{"name":"X","value":"y"}],"postData":{"mimeType":"text/plain","text":"z"}}}',
    { method: 'POST', url: 'https://a.example/', headers: [{ name: 'X', value: 'y' }], body: { kind: 'text', text: 'z' } },
  ],
] as const satisfies readonly (readonly [string, HttpRequest])[])
  test(`read: ${text.slice(0, 70)}`, () => assert.deepEqual(read(text).request, request))

for (const [text, note] of [
  ['curl “https://a.example/?q=1” –H ‘X: it is’ —data “a b”', /word processor/],
  ['curl a.example b.example', /first is converted; not b\.example/],
  ['curl a.example --next b.example', /--next/],
  ['curl a.example -b jar.txt', /cookies of the file jar\.txt/],
  ['curl a.example --resolve a:1:2', /--resolve a:1:2 is left out/],
  ['curl a.example -H "X: $TOKEN ${y}"', /\$TOKEN \$\{y\}/],
  ["curl 'a.example/{b,c}'", /globoff/],
  ['curl a.example -d @-', /standard input/],
  ['curl a.example -u ann', /ask for the password/],
  ['curl a.example -d a -d @f', /the content of f is left out(?!.*line breaks)/s],
  ['curl a.example -d @f -d @g', /the content of g is left out.*the content of f is left out/s],
  ['curl a.example -r 0-9 -T f', /0-9 of -r is left out/],
  ['curl a.example -G -d @f', /the content of f is left out(?!.*line breaks)/s],
  ['curl a.example -d @f', /leaves out the line breaks of f/],
  ['curl a.example -T -', /standard input/],
  ['curl a.example/../b --path-as-is', /many clients take/],
  ['curl a.example -L -X POST -d a', /-X sends POST to every redirect/],
  ["curl a.example -F 'a=b;c' -F 'd=@e;headers=f'", /;c is left out.*;headers=f is left out/s],
  ["curl a.example -H 'Transfer-Encoding: chunked'", /left to the client/],
] as const)
  test(`told: ${text}`, () => {
    const { notes } = read(text)
    assert.match(notes.map(({ en }) => en).join('\n'), note)
    assert.ok(notes.every(({ zh }) => /\p{sc=Han}/u.test(zh)))
  })

for (const [text, key] of [
  ['lynx a.example', 'unsupported_value'],
  ['curl', 'unsupported_value'],
  ['curl --foo a.example', 'unsupported_value'],
  ['curl ftp://a.example/', 'unsupported_value'],
  ["curl 'a.example", 'syntax_error'],
  [String.raw`curl $'\xff' a.example`, 'syntax_error'],
  ['{"a":1}', 'unsupported_value'],
  ['{"a":', 'syntax_error'],
  ['GET / HTTP/1.1\n\n', 'syntax_error'],
  ['GET / HTTP/1.1\nHost: a\nnonsense\n\n', 'syntax_error'],
] as const)
  test(`refused: ${text}`, () => assert.throws(() => read(text), { key }))

const WILD = '"\'\\$`\n\r\t\0\u0001\u007f\u2028\ufeff\u202e中😀#{x}${y}%s</script>'
const wild: HttpRequest = {
  method: 'POST',
  url: 'https://a.example/',
  headers: [{ name: 'X', value: 'a"b\\c$d' }],
  body: { kind: 'text', text: WILD },
}
const write = async (language: LanguageId) => (await LANGUAGES[language].load())(wild).code

for (const language of ['fetch', 'node', 'python', 'go', 'csharp', 'java', 'php', 'rust'] as const)
  test(`${language}: a text of every trap stands on one line, nothing of it unseen`, async () => {
    const line =
      (await write(language))
        .split('\n')
        .find((each) => each.includes('</script>'))
        ?.trim() ?? ''
    assert.match(line, /中😀#/)
    assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Zl}]/u)
    const [, quoted = ''] = /("(?:[^"\\]|\\.)*<\/script>")/.exec(line) ?? []
    if (language === 'php') assert.match(quoted, /\\\$`.*\\\$\{y\}/)
    if (language === 'java') assert.doesNotMatch(quoted, /\\u00/)
    if (!/php|java|rust/.test(language)) assert.equal(JSON.parse(quoted), WILD)
  })

test('shells are told of a NUL, and PowerShell of curly quotes', async () => {
  for (const language of ['curl', 'wget', 'httpie', 'powershell'] as const)
    assert.match(
      (await LANGUAGES[language].load())(wild)
        .notes.map(({ en }) => en)
        .join(),
      /NUL/,
    )
  const quoted = (await LANGUAGES.powershell.load())({ ...wild, body: { kind: 'text', text: "it’s 'q' $x" } }).code
  assert.ok(quoted.includes("'it’’s ''q'' $x'"))
})

const convert = async (text: string, language: LanguageId) => {
  const { code, notes } = (await LANGUAGES[language].load())(read(text).request)
  return { code, notes: notes.map(({ en }) => en).join('\n') }
}

test('a body without a type is given none', async () => {
  const command = "curl a.example -d x -H 'Content-Type:'"
  assert.match((await convert(command, 'php')).code, /"Content-Type:",/)
  assert.match((await convert(command, 'httpie')).code, /^ {2}Content-Type:$/m)
  assert.match((await convert(command, 'node')).code, /body: new TextEncoder\(\)\.encode\("x"\)/)
  assert.match((await convert(command, 'wget')).notes, /Wget adds Content-Type/)
})

test('curly quotes in a text that stands in straight ones stay', () => {
  const { request, notes } = read(`curl 'https://a.example' -d 'say “hi” –now'`)
  assert.deepEqual([request.body, notes], [read(`curl a.example -d 'say “hi” –now'`).request.body, []])
  assert.match(JSON.stringify(request.body), /say “hi” –now/)
})

test('a command that went through a word processor is read as it was typed', () => {
  const { request } = read('curl “https://a.example/?q=1” –H ‘X: it is’ —data “a b”')
  const typed = read(`curl "https://a.example/?q=1" -H 'X: it is' --data "a b"`)
  assert.deepEqual(request, typed.request)
})

test('PHP goes on with GET behind a POST, and leaves other methods as they are', async () => {
  assert.match((await convert('curl a.example -L -d x', 'php')).code, /CURLOPT_POST => true,/)
  assert.match((await convert('curl a.example -X POST', 'php')).code, /CURLOPT_CUSTOMREQUEST => "POST",/)
})

test('HTTPie takes values for values, and is told what it cannot say', async () => {
  const { code, notes } = await convert(
    String.raw`curl a.example -H 'X: =a' -H 'Y: @b' -F 'c\d:e=\=f' -F 'g=@h;filename=i'`,
    'httpie',
  )
  for (const item of [String.raw`'X:\=a'`, String.raw`'Y:\@b'`, String.raw`'c\d\:e=\=f'`, `'g@h;type=application/octet-stream'`])
    assert.ok(code.includes(item))
  assert.match(notes, /backslash before : ; = @ in c\\d:e\n.*other names of files/)
})

test('a field with a type that is no file is told where the client has no word for it', async () => {
  for (const language of ['fetch', 'node', 'php', 'httpie'] as const)
    assert.match((await convert("curl a.example -F 'a=b;type=text/x'", language)).notes, /type of fields that are not files.*: a/)
  for (const language of ['python', 'go', 'java', 'csharp', 'rust'] as const)
    assert.match((await convert("curl a.example -F 'a=b;type=text/x'", language)).code, /text\/x/)
})

test('names of a form go out in quotes, and those of other scripts too', async () => {
  const command = `curl a.example -F 'n"m=1' -F 名=@f.txt`
  const { code, notes } = await convert(command, 'csharp')
  assert.ok(code.includes(String.raw`{ Name = "\"n%22m\"" }`))
  assert.ok(code.includes(String.raw`{ Name = "\"名\"", FileName = "\"f.txt\"" }`))
  assert.match(notes, /encodes the names 名/)
  assert.match((await convert(command, 'rust')).code, /percent_encode_noop/)
})

test('a lone % does not make clients encode the others again', async () => {
  for (const language of ['python', 'httpie'] as const)
    assert.ok((await convert("curl 'a.example/?b=%20&c=5%'", language)).code.includes('?b=%20&c=5%25'))
})

test('Node is told that it writes Host itself', async () =>
  assert.match((await convert("curl a.example -H 'Host: b'", 'node')).notes, /writes by itself Host/))

test('what came from curl and went to HAR or HTTP comes back the same', async () => {
  const { request } = read(`curl https://a.example/b?c=d -H 'X: y' -b 'e=f' --data-raw $'g\\n"h"'`)
  for (const language of ['har', 'http'] as const)
    assert.deepEqual(read((await LANGUAGES[language].load())(request).code).request, request)
})

test('no command runs away', { timeout: 30_000 }, () => {
  const SIZE = 200_000
  for (const piece of [
    'a ',
    "''",
    '"a"',
    '\\\n',
    '$x',
    '`',
    '^',
    '^"',
    '-',
    '-F a=b;type=c ',
    '-d x ',
    'http://a ',
    '\\"',
    ';',
    '[',
    '@',
    '$(',
    "-F 'a=",
    ' ',
  ]) {
    const text = `curl ${piece.repeat(SIZE / piece.length)}`
    for (const shell of ['bash', 'cmd', 'powershell'] as const)
      try {
        splitWords(text, shell)
      } catch (error) {
        assert.ok(isAppError(error) && error.key === 'syntax_error')
      }
  }
  read(`curl a.example ${'-F a=b;type=c '.repeat(5000)}`)
  read(`curl a.example -F 'a=${';type=b'.repeat(20_000)}'`)
  read(`curl 'http://${'a@'.repeat(50_000)}b.example/'`)
})

const toWriting = async (command: string, language: LanguageId) => {
  const { request, notes } = parseRequest(command, 'bash')
  const written = (await LANGUAGES[language].load())(request)
  return { code: written.code, notes: [...notes, ...written.notes].map(({ en }) => en).join('\n') }
}

test('name and password go to other hosts where the command says so, or the code tells that they do not', async () => {
  const command = 'curl --location-trusted -u a:b http://a.example/'
  assert.match((await toWriting(command, 'curl')).code, /^ {2}--location-trusted$/m)
  assert.match((await toWriting(command, 'php')).code, /CURLOPT_UNRESTRICTED_AUTH => true/)
  for (const language of ['fetch', 'node', 'python', 'go', 'csharp', 'rust', 'powershell', 'httpie'] as const)
    assert.match((await toWriting(command, language)).notes, /--location-trusted is left out/, language)
  for (const language of ['wget', 'java'] as const) {
    assert.equal((await toWriting(command, language)).notes, '')
    assert.match((await toWriting('curl -L -u a:b http://a.example/', language)).notes, /may send Authorization on/)
  }
  assert.equal((await toWriting('curl -L -u a:b http://a.example/', 'python')).notes, '')
})

for (const [command, language, note] of [
  ['curl -X patch http://a.example/', 'python', /method in capitals/],
  ['curl -X patch http://a.example/', 'wget', /method in capitals/],
  ['curl -X patch http://a.example/', 'httpie', /method in capitals/],
  ['curl -X patch http://a.example/', 'go', /^$/],
  ['curl -x http://u:p@b.example:1 http://a.example/', 'java', /name and password of the proxy/],
  ['curl -x http://u:p@b.example:1 http://a.example/', 'csharp', /name and password of the proxy/],
  ['curl -x http://u:p@b.example:1 http://a.example/', 'powershell', /name and password of the proxy/],
  ['curl -x http://b.example:1 http://a.example/', 'csharp', /^$/],
  ['curl -L -b a=1 http://a.example/', 'python', /does not send the Cookie header on/],
  ['curl -b a=1 http://a.example/', 'python', /^$/],
  ["curl -L -e ';auto' http://a.example/", 'php', /;auto is left out/],
] as const)
  test(`${command} in ${language} notes ${note}`, async () => assert.match((await toWriting(command, language)).notes, note))

for (const [proxy, whole] of [
  ['p.example', 'http://p.example:1080'],
  ['p.example:80', 'http://p.example:80'],
  ['HTTP://u:p@p.example', 'http://u:p@p.example:1080'],
  ['https://p.example', 'https://p.example:443'],
  ['socks5h://p.example', 'socks5h://p.example:1080'],
  ['http://[::1]', 'http://[::1]:1080'],
  ['http://[::1]:3128/', 'http://[::1]:3128'],
  ['', undefined],
] as const)
  test(`the proxy “${proxy}” is reached at the port that curl takes`, () =>
    assert.equal(parseRequest(`curl -x '${proxy}' http://a.example/`, 'bash').request.proxy, whole))

test('a proxy is told to Java and Node as they reach it, or told to be left out', async () => {
  assert.match((await toWriting('curl -x http://p.example:80 http://a.example/', 'java')).code, /\("p\.example", 80\)/)
  for (const language of ['java', 'wget', 'node'] as const) {
    const { code, notes } = await toWriting('curl -x socks5://p.example https://a.example/', language)
    assert.doesNotMatch(code, /p\.example/)
    assert.match(notes, /the proxy socks5:\/\/p\.example:1080 is left out/)
  }
  assert.match((await toWriting('curl -x p.example http://a.example/', 'node')).notes, /=1 HTTP_PROXY=http:\/\/p\.example:1080/)
  assert.match((await toWriting('curl -x p.example https://a.example/', 'node')).notes, /=1 HTTPS_PROXY=/)
})
