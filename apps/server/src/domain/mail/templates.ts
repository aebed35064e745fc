import { fillText, type Lang, type Text } from '@octet/core/text.ts'
import { BILLING_TEMPLATES, type BillingMailKind } from './billing-templates.ts'
import { MONITOR_TEMPLATES, type MonitorMailKind } from './monitor-templates.ts'

export type MailKind =
  | 'confirm'
  | 'known_address'
  | 'reset'
  | 'password_changed'
  | 'email'
  | 'email_changed'
  | 'passkey_added'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'recovery_codes_new'
  | 'operator_on'
  | 'operator_off'
  | 'operator_added'
  | 'operator_removed'
  | 'message'
  | BillingMailKind
  | MonitorMailKind
export type Mail = { readonly subject: string; readonly text: string; readonly html: string }

type Template = { readonly subject: Text; readonly lines: readonly Text[]; readonly button?: Text }

const TEMPLATES: Readonly<Record<MailKind, Template>> = {
  ...BILLING_TEMPLATES,
  ...MONITOR_TEMPLATES,
  confirm: {
    subject: { en: 'Confirm your email address', zh: '请确认您的邮箱地址' },
    lines: [
      {
        en: 'Someone, probably you, signed up at {brand} with this address. Open the link and press the button to finish.',
        zh: '有人（应该是您）使用此邮箱在 {brand} 注册。请打开链接并点击按钮完成注册。',
      },
      {
        en: 'The link works for 24 hours. If this was not you, you can ignore this email.',
        zh: '链接 24 小时内有效。如非本人操作，请忽略此邮件。',
      },
    ],
    button: { en: 'Confirm my address', zh: '确认邮箱' },
  },
  known_address: {
    subject: { en: 'You already have an account', zh: '您已注册过账户' },
    lines: [
      {
        en: 'Someone, probably you, tried to sign up at {brand} with this address, which already has an account. Log in, or reset the password with the link.',
        zh: '有人（应该是您）尝试用此邮箱在 {brand} 注册，但该邮箱已有账户。您可以直接登录，或通过链接重置密码。',
      },
      { en: 'If it was not you, do nothing.', zh: '如非本人操作，请忽略此邮件。' },
    ],
    button: { en: 'Log in', zh: '前往登录' },
  },
  reset: {
    subject: { en: 'Choose a new password', zh: '重置密码' },
    lines: [
      {
        en: 'A new password was requested for your account at {brand}. Open the link to choose one.',
        zh: '您在 {brand} 的账户申请了重置密码。请打开链接设置新密码。',
      },
      {
        en: 'The link works once, for 30 minutes. If this was not you, you can ignore this email; your password stays the same.',
        zh: '链接 30 分钟内有效，仅可使用一次。如非本人操作，请忽略此邮件，密码不会改变。',
      },
    ],
    button: { en: 'Choose a new password', zh: '设置新密码' },
  },
  password_changed: {
    subject: { en: 'Your password was changed', zh: '您的密码已修改' },
    lines: [
      {
        en: 'The password of your account at {brand} was changed, and every other device was logged out.',
        zh: '您在 {brand} 的账户密码已修改，其他设备均已退出登录。',
      },
      {
        en: 'Passkeys and API keys keep working; remove any you do not recognise in your account.',
        zh: '通行密钥与 API 密钥仍然有效，请在账户中移除不认识的密钥。',
      },
      {
        en: 'If this was not you, reset the password right away: “Forgot password?” on the log-in page sends you a link.',
        zh: '如非本人操作，请立即重置密码：登录页的“忘记密码？”会向您发送链接。',
      },
    ],
    button: { en: 'Open the log-in page', zh: '打开登录页' },
  },
  email: {
    subject: { en: 'Confirm your new email address', zh: '请确认您的新邮箱' },
    lines: [
      {
        en: 'This address was entered as the new address of an account at {brand}. Open the link and press the button to finish.',
        zh: '此邮箱将用作 {brand} 账户的新邮箱。请打开链接并点击按钮完成更改。',
      },
      {
        en: 'The link works for 24 hours. If this was not you, you can ignore this email.',
        zh: '链接 24 小时内有效。如非本人操作，请忽略此邮件。',
      },
    ],
    button: { en: 'Confirm my new address', zh: '确认新邮箱' },
  },
  email_changed: {
    subject: { en: 'Your email address was changed', zh: '您的邮箱已更改' },
    lines: [
      {
        en: 'The email address of your account at {brand} was changed; this one can no longer be used to log in.',
        zh: '您在 {brand} 的账户已改用其他邮箱，此邮箱不能再用于登录。',
      },
      { en: 'If this was not you, contact the operator right away.', zh: '如非本人操作，请立即联系管理员。' },
    ],
    button: { en: 'Contact the operator', zh: '联系管理员' },
  },
  passkey_added: {
    subject: { en: 'A passkey was added', zh: '已添加通行密钥' },
    lines: [
      {
        en: 'A new passkey was added to your account at {brand}. It can log in without the password.',
        zh: '您在 {brand} 的账户添加了新的通行密钥，今后可凭它免密码登录。',
      },
      {
        en: 'If this was not you, remove it in your profile and change the password right away: a new password alone does not remove the passkey.',
        zh: '如非本人操作，请立即在个人资料中移除该密钥并修改密码；仅修改密码不会使其失效。',
      },
    ],
  },
  second_factor_on: {
    subject: { en: 'A second factor was switched on', zh: '已启用两步验证' },
    lines: [
      {
        en: 'Two-step verification is now on for your account at {brand}: logging in with the password also takes a code from an authenticator app.',
        zh: '今后以密码登录您在 {brand} 的账户时，还需输入身份验证器的验证码。',
      },
      {
        en: 'Keep the recovery codes somewhere you can reach without your phone. If this was not you, contact the operator right away.',
        zh: '请将恢复码保存在手机以外的地方。如非本人操作，请立即联系管理员。',
      },
    ],
  },
  second_factor_off: {
    subject: { en: 'The second factor was switched off', zh: '已停用两步验证' },
    lines: [
      {
        en: 'Two-step verification is now off for your account at {brand}: the password alone is enough to log in, and the recovery codes no longer work.',
        zh: '今后仅凭密码即可登录您在 {brand} 的账户，恢复码已失效。',
      },
      {
        en: 'If neither you nor the operator at your request did this, change the password and switch it on again.',
        zh: '如非本人操作，也未请管理员代为停用，请立即修改密码并重新启用。',
      },
    ],
  },
  recovery_codes_new: {
    subject: { en: 'New recovery codes were made', zh: '已生成新的恢复码' },
    lines: [
      {
        en: 'Your account at {brand} has new recovery codes for the second factor; those from before no longer work.',
        zh: '您在 {brand} 的账户已生成新的两步验证恢复码，旧恢复码已失效。',
      },
      {
        en: 'If this was not you, change the password, log out everywhere and make new codes right away.',
        zh: '如非本人操作，请立即修改密码、退出所有设备并重新生成恢复码。',
      },
    ],
  },
  operator_on: {
    subject: { en: 'You are an operator now', zh: '您已成为管理员' },
    lines: [
      {
        en: 'Your account at {brand} is one of an operator now: log in again, and the back office is open to you.',
        zh: '您在 {brand} 的账户已设为管理员。请重新登录，即可使用后台。',
      },
      {
        en: 'Turn two-step verification on if it is off: whoever gets into this account governs the whole site.',
        zh: '如尚未启用两步验证，请尽快启用：进入此账户即可管理整个网站。',
      },
    ],
  },
  operator_off: {
    subject: { en: 'You are no longer an operator', zh: '您已不再是管理员' },
    lines: [
      {
        en: 'Your account at {brand} is an ordinary one again: the back office is closed to it. Everything else stays as it was.',
        zh: '您在 {brand} 的账户已恢复为普通账户，不能再使用后台，其他一切不变。',
      },
    ],
  },
  operator_added: {
    subject: { en: 'There is a new operator: {email}', zh: '新增管理员：{email}' },
    lines: [
      {
        en: '{email} was made an operator of {brand}, by {by}.',
        zh: '{email} 已设为 {brand} 的管理员，操作者：{by}。',
      },
      {
        en: 'If nobody of you meant that, take the role away in the back office and change the password of whoever gave it.',
        zh: '如非你们有意为之，请在后台取消其管理员身份，并修改操作者的密码。',
      },
    ],
  },
  operator_removed: {
    subject: { en: '{email} is no longer an operator', zh: '{email} 已不再是管理员' },
    lines: [
      {
        en: 'The role of operator of {brand} was taken from {email}, by {by}.',
        zh: '{email} 在 {brand} 的管理员身份已被取消，操作者：{by}。',
      },
    ],
  },
  message: {
    subject: { en: 'A new message', zh: '收到新留言' },
    lines: [{ en: 'Somebody has written to {brand}:', zh: '{brand} 收到一条留言：' }],
    button: { en: 'Open the back office', zh: '打开后台' },
  },
}

type MailWords = {
  readonly lang: Lang
  readonly brand: string
  readonly link?: string
  /** Words of a person, line by line. */
  readonly quote?: string
  /** For the places of the template. */
  readonly values?: Readonly<Record<string, string>>
  /** Before the subject and the text, such as `[SANDBOX] `. */
  readonly mark?: string
}

/** A mail in one language, as text and HTML. Values are escaped. */
export function toMail(kind: MailKind, { lang, brand, link, quote = '', values = {}, mark = '' }: MailWords): Mail {
  const { subject, lines, button } = TEMPLATES[kind]
  const words = lines.map((line, index) => (index === 0 ? mark : '') + fillText(line[lang], { ...values, brand }))
  const heading = `${mark}${fillText(subject[lang], values)}`
  const title = `${heading} – ${brand}`
  const quoted = quote ? quote.split('\n') : []
  const text = [
    words[0],
    ...(quote ? [quoted.map((line) => `> ${line}`).join('\n')] : []),
    ...(link && button ? [`${button[lang]}${lang === 'zh' ? '：' : ': '}${link}`] : []),
    ...words.slice(1),
  ].join('\n\n')
  const paragraphs = words.map((line) => `<p>${escape(line)}</p>`)
  const anchor =
    link && button
      ? [`<p><a href="${escape(link)}" style="${BUTTON}">${escape(button[lang])}</a></p><p style="${SMALL}">${escape(link)}</p>`]
      : []
  const html = [
    `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escape(title)}</title>`,
    '<body style="font:16px/1.6 system-ui,sans-serif;max-width:36em;margin:2em auto;padding:0 1em;overflow-wrap:anywhere;word-break:break-word">',
    `<p style="${HEAD}"><strong>${escape(brand)}</strong></p><h1 style="${HEADING}">${escape(heading)}</h1>`,
    paragraphs[0] ?? '',
    ...(quote ? [`<blockquote style="${QUOTE}">${quoted.map(escape).join('<br>')}</blockquote>`] : []),
    ...anchor,
    ...paragraphs.slice(1),
    '</body></html>',
  ].join('')
  return { subject: title, text: `${text}\n`, html }
}

const HEAD = 'margin:0;padding-bottom:12px;border-bottom:1px solid #99a1b3'
const HEADING = 'margin:20px 0 8px;font-size:22px;line-height:1.3'
const QUOTE = 'margin:1em 0;padding-left:1em;border-left:3px solid #99a1b3'
const SMALL = 'font-size:13px;opacity:.8'
const BUTTON = 'display:inline-block;padding:.6em 1.2em;background:#2f55f5;color:#fff;text-decoration:none;border-radius:8px'

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
