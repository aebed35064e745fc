import { signDingTalk, signFeishu, type SignChat } from './chat-signature.ts'
import { toTeamsCard } from './teams-card.ts'

/** A chat service that takes messages at a web address, in a form of its own. */
type Chat = {
  readonly isAt: (url: URL) => boolean
  readonly toBody: (text: string) => object
  /** How a robot that wants its messages signed has them; missing where there is no such setting. */
  readonly sign?: SignChat
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
    sign: signFeishu,
  },
  {
    isAt: isAt(/^oapi\.dingtalk\.com$/, /^\/robot\/send$/),
    toBody: (text) => ({ msgtype: 'text', text: { content: text }, at: { isAtAll: false } }),
    sign: signDingTalk,
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

/** Whether robots at this address may want their messages signed with a secret of their own. */
export const wantsSecret = (url: string): boolean => findChat(url)?.sign !== undefined

type Signing = { readonly secret: string | null; readonly now: Date }

/** Where a message goes and what it says there: signed with the secret of its robot, where there is one and the chat has a form for it. */
export function toSigned(url: string, body: string, { secret, now }: Signing): { readonly url: string; readonly body: string } {
  const sent = toSentBody(url, body)
  const sign = secret === null ? undefined : findChat(url)?.sign
  return sign && secret !== null ? sign({ url, body: sent }, { secret, now }) : { url, body: sent }
}

/** Why a chat service did not take a message that it answers with 200, in its own words; undefined where it took it. */
export function findChatRefusal(url: string, answer: string): string | undefined {
  if (!findChat(url)) return undefined
  const [, code] = /"(?:errcode|code|StatusCode)"\s*:\s*(-?\d+)/.exec(answer) ?? []
  if (code === undefined || code === '0') return undefined
  const [, words = ''] = /"(?:errmsg|msg|StatusMessage)"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(answer) ?? []
  return `${code} ${words}`.trim().slice(0, 200)
}
