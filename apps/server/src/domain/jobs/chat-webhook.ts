import { toTeamsCard } from './teams-card.ts'

/** A chat service that takes messages at a web address, in a form of its own. */
type Chat = {
  readonly isAt: (url: URL) => boolean
  readonly toBody: (text: string) => object
}

const isAt =
  (host: RegExp, path: RegExp) =>
  (url: URL): boolean =>
    url.protocol === 'https:' && host.test(url.hostname) && path.test(url.pathname)

/** The web addresses and forms that the services document; others take the message as it is. */
const CHATS: readonly Chat[] = [
  // nobody is called by a name that a target gave itself: `<!channel>`
  {
    isAt: isAt(/^hooks\.slack(-gov)?\.com$/, /^\/(services|triggers|workflows)\//),
    toBody: (text) => ({ text: toEntities(text) }),
  },
  {
    isAt: isAt(/^((canary|ptb)\.)?discord(app)?\.com$/, /^\/api\/(v\d+\/)?webhooks\//),
    toBody: (text) => ({ content: text, allowed_mentions: { parse: [] } }),
  },
  { isAt: isAt(/^chat\.googleapis\.com$/, /^\/v1\/spaces\//), toBody: (text) => ({ text }) },
  {
    isAt: isAt(/^open\.(feishu\.cn|larksuite\.com)$/, /^\/open-apis\/bot\//),
    toBody: (text) => ({ msg_type: 'text', content: { text: toEntities(text) } }),
  },
  {
    isAt: isAt(/^oapi\.dingtalk\.com$/, /^\/robot\/send$/),
    toBody: (text) => ({ msgtype: 'text', text: { content: text }, at: { isAtAll: false } }),
  },
  {
    isAt: isAt(/^qyapi\.weixin\.qq\.com$/, /^\/cgi-bin\/webhook\/send$/),
    toBody: (text) => ({ msgtype: 'text', text: { content: text } }),
  },
  // Workflows of Teams, at the addresses of before and after 2025
  { isAt: isAt(/\.logic\.azure\.(com|us|cn)$/, /^\/workflows\//), toBody: toTeamsCard },
  { isAt: isAt(/\.api\.powerplatform\.(com|us|cn)$/, /^\/powerautomate\/automations\/direct\/workflows\//), toBody: toTeamsCard },
]

const toEntities = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function findChat(url: string): Chat | undefined {
  const parsed = URL.parse(url)
  return parsed ? CHATS.find((chat) => chat.isAt(parsed)) : undefined
}

/**
 * A message as its receiver takes it: its `text` in the form of a chat service, else as it is.
 *
 * @example toSentBody('https://discord.com/api/webhooks/1/a', '{"text":"bad"}') // {"content":"bad","allowed_mentions":{"parse":[]}}
 */
export function toSentBody(url: string, body: string): string {
  const chat = findChat(url)
  const { text } = chat ? (JSON.parse(body) as { text?: unknown }) : {}
  return chat && typeof text === 'string' ? JSON.stringify(chat.toBody(text)) : body // older messages have no text
}

/** Why a chat service did not take a message that it answers with 200, in its own words; undefined where it took it. */
export function findChatRefusal(url: string, answer: string): string | undefined {
  if (!findChat(url)) return undefined
  const [, code] = /"(?:errcode|code|StatusCode)"\s*:\s*(-?\d+)/.exec(answer) ?? []
  if (code === undefined || code === '0') return undefined
  const [, words = ''] = /"(?:errmsg|msg|StatusMessage)"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(answer) ?? []
  return `${code} ${words}`.trim().slice(0, 200)
}
