import { parseArgs } from 'node:util'
import { AppError } from '@octet/core/errors.ts'
import { parseCidr } from '@octet/core/ip/cidr.ts'
import { MEASUREMENT_TYPES } from '@octet/core/probe/measurement.ts'
import { tagSchema } from '@octet/core/probe/point-protocol.ts'
import { splitText, type Lang } from '@octet/core/text.ts'
import { createProbe } from '@octet/probe/create-probe.ts'
import { parseServer } from '@octet/probe/dns/client.ts'
import { createGuard } from '@octet/probe/guard/guard.ts'
import { createResolver } from '@octet/probe/guard/resolver.ts'
import { findOwnAddresses } from '@octet/probe/guard/own-addresses.ts'
import { OwnLoad } from '@octet/probe/point/own-load.ts'
import { PointAgent, type AgentWord } from '@octet/probe/point/point-agent.ts'
import { readVersion } from '../version.ts'
import { defineCommand, UsageError } from '../command.ts'

/** So long after a signal the program ends in any case. */
const STOP_MS = 3_000

export default defineCommand({
  async run({ words, config, remark }) {
    const {
      server = config.server,
      token = config.pointToken,
      tag = [],
      allow = [],
      refuse = [],
      resolver = [],
      quiet,
    } = readWords(words)
    if (!server || !token)
      throw new UsageError({
        en: 'expected --server, and --token or OCTET_POINT_TOKEN',
        zh: '应给出 --server，以及 --token 或 OCTET_POINT_TOKEN',
      })
    if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol))
      throw new UsageError({
        en: `expected the origin of a server such as https://octet.example, got “${server}”`,
        zh: `应为服务器地址，如 https://octet.example，收到“${server}”`,
      })
    for (const one of tag) checkTag(one)
    const guard = createGuard({
      allowTargets: allow.map(checkNetwork),
      refuseTargets: refuse.map(checkNetwork),
      ownAddresses: findOwnAddresses,
      resolver: createResolver(resolver),
    })
    await using probe = createProbe({
      guard,
      userAgent: `Octet (+${new URL(server).origin})`,
      ...(resolver.length > 0 && { resolvers: resolver.map((text) => parseServer(text, { isTrusted: true })) }),
    })
    using load = new OwnLoad()
    const { step, note } = await probe.ping.describeStep()
    remark(note[config.lang])
    const abort = new AbortController()
    const stop = (): void => {
      abort.abort()
      // A connection to a server that is gone without a word would hold the program for a quarter of an hour.
      setTimeout(() => process.exit(), STOP_MS).unref()
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    const agent = new PointAgent({
      server,
      token,
      version: readVersion(),
      step,
      tags: tag,
      probe,
      readLoad: (jobs) => load.read(jobs),
      readLagMs: () => load.readLagMs(),
      onWord: (word) => {
        const line = toLine(word, config.lang)
        if (!(quiet && word.kind === 'task')) remark(line)
      },
    })
    await agent.run(abort.signal)
  },
})

function readWords(words: readonly string[]) {
  return parseArgs({
    args: [...words],
    options: {
      server: { type: 'string' },
      token: { type: 'string' },
      tag: { type: 'string', multiple: true },
      allow: { type: 'string', multiple: true },
      refuse: { type: 'string', multiple: true },
      resolver: { type: 'string', multiple: true },
      quiet: { type: 'boolean' },
    },
  }).values
}

function checkTag(text: string): void {
  const { error } = tagSchema.safeParse(text)
  if (error) throw new AppError('bad_input', { field: '--tag', expected: splitText(error.issues[0]?.message ?? ''), got: text })
}

function checkNetwork(text: string): string {
  parseCidr(text) // says itself what was expected
  return text
}

/** One line of the terminal. */
function toLine(word: AgentWord, lang: Lang): string {
  const isChinese = lang === 'zh'
  switch (word.kind) {
    case 'joined': {
      const place = word.place || (isChinese ? '位置未知' : 'place unknown')
      return isChinese ? `已接入：“${word.name}”，${place}` : `joined as “${word.name}”, ${place}`
    }
    case 'update':
      return isChinese
        ? `服务器版本为 ${word.version}，较本程序新，请更新`
        : `the server has version ${word.version}, newer than this program: please update`
    case 'lost': {
      const seconds = (word.waitMs / 1000).toFixed(1)
      return isChinese
        ? `连接中断（${word.reason}），${seconds} 秒后重试`
        : `disconnected (${word.reason}); trying again in ${seconds} s`
    }
    case 'task':
      return `${MEASUREMENT_TYPES[word.task.type][lang]} ${word.task.target}`
  }
}
