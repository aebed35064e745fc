import { parseArgs } from 'node:util'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { defineCommand, refuseSurplus, UsageError, type CommandContext } from '../command.ts'
import { connect } from '../connect.ts'
import { readPiped } from '../piped.ts'
import { saveLogin } from '../saved-login.ts'

export default defineCommand({
  async run(context) {
    const { words, config, remark } = context
    const { positionals } = parseArgs({ args: [...words], allowPositionals: true })
    const [address, ...surplus] = positionals
    refuseSurplus(surplus)
    const server = toServer(address)
    const file = config.loginFile
    if (file === undefined)
      throw new UsageError({ en: 'expected a home folder in HOME, got none', zh: '应由 HOME 给出主目录，但没有' })
    const key = (await readKey(context)).trim()
    if (key === '') throw new UsageError({ en: 'expected a key, got nothing', zh: '应给出密钥，但什么也没有' })
    const { plan } = await connect(server, { ...config, key }).usage()
    await saveLogin(file, { server, key })
    const kept = { en: `kept in ${file}`, zh: `已保存到 ${file}` }
    remark([server, plan?.name, kept[config.lang]].filter(Boolean).join(' · '))
  },
})

function toServer(address = ''): string {
  const url = URL.parse(address)
  if (url && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '')
    return url.href.replace(/\/+$/, '')
  throw new UsageError({
    en: `expected the address of a server, such as https://octet.example, got ${address ? `“${address}”` : 'none'}`,
    zh: `应给出服务器地址，例如 https://octet.example，收到${address ? `“${address}”` : '空'}`,
  })
}

/** What is piped in, or typed where nobody sees it. */
async function readKey({ stdin, config }: CommandContext): Promise<string> {
  if (!stdin.isTTY) return String((await readPiped(stdin)) ?? '')
  process.stderr.write(config.lang === 'zh' ? '密钥：' : 'Key: ')
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: unseen, terminal: true })
  const key = await lines.question('')
  lines.close()
  process.stderr.write('\n')
  return key
}
