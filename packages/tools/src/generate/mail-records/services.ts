import type { Text } from '@octet/core/text.ts'

/** A service that sends mail for domains of others, and the name that its help says to include in their SPF record. */
export type MailService = {
  readonly id: string
  readonly name: Text
  readonly include: string
  /** Other words for it, without blanks and in small letters. */
  readonly aliases: readonly string[]
}

const one = (id: string, include: string, en: string, zh: string, ...aliases: string[]): MailService => ({
  id,
  include,
  name: { en, zh },
  aliases,
})

/**
 * Services whose name to include is the same for all customers. Those that give each customer a name of its own are not here,
 * nor those whose help has none.
 */
export const SERVICES: readonly MailService[] = [
  one('google', '_spf.google.com', 'Google Workspace', 'Google Workspace', 'gmail', 'gsuite'),
  one(
    'microsoft365',
    'spf.protection.outlook.com',
    'Microsoft 365',
    'Microsoft 365',
    'microsoft',
    'office365',
    'outlook',
    'm365',
  ),
  one('exmail', 'spf.mail.qq.com', 'Tencent Exmail', '腾讯企业邮箱', 'tencentexmail', '腾讯企业邮', '企业微信邮箱', 'qq'),
  one('aliyun', 'spf.qiye.aliyun.com', 'Alibaba Mail', '阿里企业邮箱', 'aliyunmail', 'alimail', '阿里邮箱', '阿里云邮箱'),
  one('netease', 'spf.163.com', 'NetEase Mail', '网易企业邮箱', '163', '网易邮箱', '网易'),
  one('feishu', '_netblocks.m.feishu.cn', 'Feishu Mail', '飞书邮箱', '飞书'),
  one('lark', 'spf.onlarksuite.com', 'Lark Mail', 'Lark 邮箱', 'larksuite'),
  one('directmail', 'spf1.dm.aliyun.com', 'Alibaba DirectMail', '阿里云邮件推送', '阿里邮件推送', 'aliyundm'),
  one('tencentses', 'qcloudmail.com', 'Tencent Cloud SES', '腾讯云邮件推送', 'qcloudmail', 'qcloud'),
  one('ses', 'amazonses.com', 'Amazon SES', 'Amazon SES', 'awsses', 'aws'),
  one('sendgrid', 'sendgrid.net', 'SendGrid', 'SendGrid', 'twiliosendgrid'),
  one('mailgun', 'mailgun.org', 'Mailgun', 'Mailgun'),
  one('postmark', 'spf.mtasv.net', 'Postmark', 'Postmark'),
  one('mandrill', 'spf.mandrillapp.com', 'Mandrill (Mailchimp)', 'Mandrill（Mailchimp）', 'mandrill', 'mailchimptransactional'),
  one('mailjet', 'spf.mailjet.com', 'Mailjet', 'Mailjet'),
  one('brevo', 'spf.brevo.com', 'Brevo', 'Brevo', 'sendinblue'),
  // The data centre of zoho.com; those of other regions have names of their own.
  one('zoho', 'zohomail.com', 'Zoho Mail (zoho.com)', 'Zoho Mail（zoho.com）', 'zohomail', 'zohocom'),
  one('fastmail', 'spf.messagingengine.com', 'Fastmail', 'Fastmail'),
  one('proton', '_spf.protonmail.ch', 'Proton Mail', 'Proton Mail', 'protonmail'),
  one('icloud', 'icloud.com', 'iCloud Mail', 'iCloud 邮件', 'apple'),
  one('yandex', '_spf.yandex.net', 'Yandex 360', 'Yandex 360', 'yandexmail'),
  one('mailru', '_spf.mail.ru', 'Mail.ru', 'Mail.ru', 'vkworkspace'),
  one('zendesk', 'mail.zendesk.com', 'Zendesk', 'Zendesk'),
  one('salesforce', '_spf.salesforce.com', 'Salesforce', 'Salesforce'),
  one('cloudflare', '_spf.mx.cloudflare.net', 'Cloudflare Email Routing', 'Cloudflare 邮件路由'),
]

/** A word as it is looked up: without blanks and marks, in small letters. */
const toPlain = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')

const BY_WORD: ReadonlyMap<string, MailService> = new Map(
  SERVICES.flatMap((service) =>
    [service.id, service.name.en, service.name.zh, ...service.aliases].map((word) => [toPlain(word), service] as const),
  ),
)
const BY_INCLUDE: ReadonlyMap<string, MailService> = new Map(SERVICES.map((service) => [service.include, service]))

/** The service that a word names, or its name to include; nothing where it is none. */
export function findService(word: string): MailService | undefined {
  const plain = toPlain(word)
  return (plain === '' ? undefined : BY_WORD.get(plain)) ?? findServiceByInclude(word)
}

/** The service whose name to include it is. */
export const findServiceByInclude = (name: string): MailService | undefined =>
  BY_INCLUDE.get(name.toLowerCase().replace(/\.$/, ''))
