import { parseArgs } from 'node:util'
import type { UsageAnswer } from '@octet/client/client.ts'
import type { Text } from '@octet/core/text.ts'
import { defineCommand, refuseSurplus } from '../command.ts'
import { connect } from '../connect.ts'
import { getKey } from '../get-key.ts'
import { getServer } from '../get-server.ts'

export default defineCommand({
  async run({ words, config, print }) {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { json: { type: 'boolean' } },
      allowPositionals: true,
    })
    refuseSurplus(positionals)
    const answer = await connect(getServer(config), { ...config, key: getKey(config) }).usage()
    if (values.json) return print(`${JSON.stringify(answer)}\n`)
    const { key, products } = answer
    const lines = [toMonth(answer), toCap(key), ...products.map(toLine)].filter((line) => line !== undefined)
    await print(`${lines.map((line) => line[config.lang]).join('\n')}\n`)
  },
})

function toMonth({ plan, month }: UsageAnswer): Text {
  if (!plan || !month) return { en: 'no plan', zh: '未订阅套餐' }
  const { used, quota, remaining, resets_at: reset } = month
  return {
    en: `${plan.name}: ${used} of ${quota} requests used, ${remaining} left until ${reset}`,
    zh: `${plan.name}：已用 ${used} / ${quota} 次，剩余 ${remaining} 次，${reset} 重置`,
  }
}

function toCap({ cap_month: cap, used, remaining }: UsageAnswer['key']): Text | undefined {
  if (cap === null) return undefined
  return {
    en: `this key: ${used} of its ${cap} used, ${remaining} left`,
    zh: `当前密钥：已用 ${used} / ${cap} 次，剩余 ${remaining} 次`,
  }
}

function toLine({ key_id: key, product, status, requests }: UsageAnswer['products'][number]): Text {
  const line = `  ${String(requests).padStart(9)}  ${product.padEnd(8)}  ${status}  ${key}`
  return { en: line, zh: line }
}
