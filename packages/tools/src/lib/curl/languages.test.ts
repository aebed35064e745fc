import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { JAVA_ONCE } from '../../testing/java-once.ts'
import { LANGUAGES, type LanguageId } from './languages.ts'
import { parseRequest } from './parse-request.ts'

/** What arrived: all that a command asks for; how a client names itself is its own affair. */
type Arrived = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const arrived: Arrived[] = []
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const type = request.headers['content-type'] ?? ''
    const boundary = /boundary="?([^";]+)/.exec(type)?.[1]
    const body = Buffer.concat(chunks).toString('latin1')
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    if (boundary) headers['content-type'] = 'multipart/form-data'
    const text = boundary ? toFields(body, boundary) : body
    arrived.push({ method: request.method ?? '', url: request.url ?? '', headers, body: text })
    response.writeHead(request.url === '/from' ? 302 : 200, { location: '/to', connection: 'close' }).end()
  })
})
/** Fields of a form, however their client orders and writes their headers. */
function toFields(body: string, boundary: string): string {
  const parts = body.split(`--${boundary}`).slice(1, -1)
  return parts
    .map((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n')
      const say = (pattern: RegExp) => pattern.exec(head)?.[1] ?? ''
      const file = say(/filename\*?="?(?:utf-8'')?([^"\r\n]*)/i)
      const type = file ? say(/^content-type:\s*(.*)$/im).trim() : ''
      return `${say(/\bname="([^"]*)"/)}|${file}|${type}|${rest.join('\r\n\r\n')}`
    })
    .join('')
}

let origin = ''
let folder = ''
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  folder = await mkdtemp(join(tmpdir(), 'curl-'))
  await writeFile(join(folder, 'a file.txt'), 'líne 1\r\nline "2"\n')
})
after(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

const COMMANDS = [
  String.raw`curl "@/a?x=1&y=%20" -H 'X-Quote: it'\''s "q" $HOME \ end' -A 'ua/1 (x)' -e http://r.example/ -b 'a=1; b=2'`,
  String.raw`curl @/p -d 'a=1' -d "b=it's \"x\" \$5 \\ %s %%" --data-urlencode 'c=ä & =?+ 中' --data-urlencode '=a b'`,
  String.raw`curl -X PUT @/j --json $'{"n":null,"t":"a\nb\tc \\\\ \'q\' \x01","e":"\u00e9\xe4\xb8\xad😀"}'`,
  "curl @/t -H 'Content-Type: text/plain' --data-raw '@x `id` ${x} $(y) #{z} </script> {{w}} %0A \u2028 \\n !'",
  `curl -G '@/g?z=1' -d q=1 --data-urlencode 'r=a b/c'`,
  `curl -I -u 'ann:p@ss:wörd' @/h`,
  `curl @/f -F 'x=1 "q" \\ é' -F 's= t ' -F 'file=@a file.txt;type=text/x-q' --form-string 'y=@z;type=q'`,
  `curl @/n -F 'other=@a file.txt;filename=b.bin'`,
  `curl -H 'Content-Type: text/x-q' --data-binary '@a file.txt' @/b`,
  `curl -sSXDELETE @/d -H 'X-One: 1' -H 'X-None;' -H 'X-Utf: 名 é'`,
  `curl -L @/from`,
  `curl @/from`,
  `curl -d '' @/e --compressed -m 20`,
  `curl -T 'a file.txt' '@/up/?x=%zz'`,
  `curl -A a -A b -b c=1 -H 'X-At: =5' -H 'X-B: @y' @/o`,
] as const

const read = (command: string) => parseRequest(command.replaceAll('@/', `${origin}/`), 'bash')
const toCode = async (command: string, language: LanguageId) => (await LANGUAGES[language].load())(read(command).request).code

/** The parts that the command decides. */
function toAsked({ method, url, headers, body }: Arrived, command: string): object {
  const names = new Set([
    ...read(command).request.headers.map(({ name }) => name.toLowerCase()),
    ...(body ? ['content-type'] : []),
  ])
  // Clients differ in how they end the value of a header.
  return {
    method,
    url: url.replaceAll(/%[\da-f]{2}/gi, (code) => code.toUpperCase()).replaceAll(/%(?![\dA-F]{2})/g, '%25'),
    headers: Object.fromEntries([...names].sort().map((name) => [name, headers[name]?.trim()])),
    body,
  }
}

/** Runs programs and gives what arrived while they ran, or nothing where they are not installed. */
async function watch(
  command: string,
  words: readonly string[],
  context: TestContext,
  stdin = '',
): Promise<Arrived[] | undefined> {
  arrived.length = 0
  const ran = await new Promise<{ code: number | null; said: string } | undefined>((resolve) => {
    const child = spawn(command, words, { cwd: folder, env: { ...process.env, NO_PROXY: '*', no_proxy: '*' } })
    let said = ''
    child.stderr.on('data', (text: Buffer) => (said += text.toString()))
    child.stdout.resume()
    child.stdin.on('error', () => {}).end(stdin)
    child.on('error', () => resolve(undefined)).on('close', (code) => resolve({ code, said }))
  })
  if (!ran || /ModuleNotFoundError|command not found/.test(ran.said)) {
    context.diagnostic(`not compared with ${command}: it is absent here`)
    return undefined
  }
  assert.equal(ran.said.includes('Error'), false, ran.said)
  return [...arrived]
}

let sent: Arrived[] | undefined
test('curl sends what the commands say', async (context) => {
  const script = COMMANDS.map((command) => command.replaceAll('@/', `${origin}/`)).join(' ; ')
  sent = await watch('bash', ['-c', script.replaceAll(/curl /g, 'curl -s ')], context)
  if (sent) assert.equal(sent.length, COMMANDS.length + 1, 'one of them is redirected')
})

/** In the order of the commands, with the redirected request behind its own. */
async function compare(got: Arrived[] | undefined, context: TestContext, commands: readonly string[] = COMMANDS): Promise<void> {
  if (!got || !sent) return context.diagnostic('not compared: a program is absent here')
  const all = COMMANDS.flatMap((command) => (command === 'curl -L @/from' ? [command, command] : [command]))
  const wanted = sent
    .filter((_, index) => commands.includes(all[index]!))
    .map((each, index) => [each, all.filter((command) => commands.includes(command))[index]!] as const)
  assert.deepEqual(
    got.map((each, index) => toAsked(each, wanted[index]?.[1] ?? 'curl @/')),
    wanted.map(([each, command]) => toAsked(each, command)),
  )
}

for (const language of ['curl', 'wget', 'httpie'] as const)
  test(`the same arrives from ${language}`, async (context) => {
    const isUntold = { curl: /^$/, wget: / -[FT] /, httpie: /;filename=| -[GIL] |@\/(?:from|e|d|b)\b/ }[language]
    const commands = COMMANDS.filter((command) => !isUntold.test(command))
    const codes = await Promise.all(commands.map((command) => toCode(command, language)))
    await compare(await watch('bash', ['-c', codes.join('')], context), context, commands)
  })

test('the same arrives from Node', async (context) => {
  const codes = await Promise.all(COMMANDS.map((command) => toCode(command, 'node')))
  const script = codes
    .map((code) => `await import(${JSON.stringify(`data:text/javascript,${encodeURIComponent(code)}`)})`)
    .join('\n')
  await compare(await watch(process.execPath, ['--input-type=module', '-e', script], context), context)
})

test('the same arrives from Python', async (context) => {
  const codes = await Promise.all(COMMANDS.map((command) => toCode(command, 'python')))
  const script = 'import json, sys\nfor code in json.load(sys.stdin):\n    exec(code)\n'
  await compare(await watch('python3', ['-c', script], context, JSON.stringify(codes)), context)
})

test('the same arrives from Java', async (context) => {
  // A compiler takes its time: the hardest texts at once, in one program.
  const commands = [COMMANDS[2], COMMANDS[3], COMMANDS[6]]
  const codes = await Promise.all(commands.map((command) => toCode(command, 'java')))
  const head = codes[0]!.slice(0, codes[0]!.indexOf('public class'))
  const bodies = codes.map(
    (code, index) => `static void run${index}${code.slice(code.indexOf('(String[]'), code.lastIndexOf('}')).trim()}\n`,
  )
  const calls = codes.map((_, index) => `run${index}(words);`).join(' ')
  const program = `${head}class Main { public static void main(String[] words) throws Exception { ${calls} }\n${bodies.join('')}}`
  await writeFile(join(folder, 'Main.java'), program)
  await compare(await watch('java', [...JAVA_ONCE, 'Main.java'], context), context, commands)
})

test('Go says how long a file is, as curl does', async (context) => {
  const command = `curl -T 'a file.txt' @/up/`
  await writeFile(join(folder, 'main.go'), await toCode(command, 'go'))
  const [got] = (await watch('go', ['run', 'main.go'], context)) ?? []
  if (got) assert.deepEqual([got.headers['content-length'], got.headers['transfer-encoding']], ['18', undefined])
})

test('a backslash in a path stays one for fetch, where it would be a slash', async () => {
  for (const language of ['fetch', 'node'] as const)
    assert.match(await toCode(String.raw`curl '@/a\b?c\d'`, language), /\/a%5Cb\?c\\\\d/)
})
