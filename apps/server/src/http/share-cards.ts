import type { FastifyInstance } from 'fastify'
import { AppError } from '@octet/core/errors.ts'
import { LANGS, type Lang, type Text } from '@octet/core/text.ts'
import { GROUPS, type AnyTool } from '@octet/core/tool.ts'
import type { CardWords } from '../domain/share-card/draw-card.ts'
import type { Services } from '../services.ts'

const DAY = 'public, max-age=86400'
/** The card of all pages that are no tool. */
const SITE = {
  id: 'octet',
  title: { en: 'IP data, network and developer tools', zh: 'IP 数据、网络与开发者工具' },
  summary: {
    en: '{count} tools and an IP data service, on one server of your own',
    zh: '{count} 个工具和 IP 数据服务，都在您自己的服务器上',
  },
} as const satisfies { id: string; title: Text; summary: Text }

/** `GET /cards/{lang}/{tool id or octet}.png`: the pictures other sites show beside a link. Each is drawn when first asked for. */
export function serveShareCards(app: FastifyInstance, { tools, config }: Pick<Services, 'tools' | 'config'>): void {
  const cards = new Map<string, Promise<Buffer>>()
  app.get('/cards/:lang/:name', async (request, reply) => {
    const { lang: wanted, name } = request.params as { lang: string; name: string }
    const lang = LANGS.find((lang) => lang === wanted)
    const id = /^([\w-]+)\.png$/.exec(name)?.[1]
    const host = new URL(config.publicOrigin).host
    const words = lang && id && findWords(id, { lang, tools, host, brand: config.operator.brand.name })
    if (!words) throw new AppError('not_found', { path: request.url })
    const key = `${lang} ${id}`
    const card = cards.get(key) ?? import('../domain/share-card/draw-card.ts').then(({ drawCard }) => drawCard(words))
    cards.set(key, card)
    card.catch(() => cards.delete(key))
    return reply
      .type('image/png')
      .headers({ 'cache-control': DAY, 'cross-origin-resource-policy': 'cross-origin' })
      .send(await card)
  })
}

type Facts = { readonly lang: Lang; readonly tools: readonly AnyTool[]; readonly host: string; readonly brand: string }

function findWords(id: string, { lang, tools, host, brand }: Facts): CardWords | undefined {
  const tool = tools.find((tool) => tool.id === id)
  if (tool)
    return {
      id,
      title: tool.title[lang],
      summary: tool.summary[lang],
      foot: `${host} · ${GROUPS[tool.group][lang]}`,
      brand,
    }
  if (id !== SITE.id) return undefined
  const summary = SITE.summary[lang].replace('{count}', String(tools.length))
  return { id, title: SITE.title[lang], summary, foot: host, brand }
}
