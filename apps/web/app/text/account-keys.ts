import type { Text } from '@octet/core/text.ts'
import type { Scope } from '../account/key.ts'

/** Products a key can be good for. */
export const SCOPE_TEXT: Readonly<Record<Scope, Text>> = {
  geo: { en: 'IP geolocation', zh: 'IP 定位' },
  privacy: { en: 'Privacy detection', zh: '隐私检测' },
  asn: { en: 'ASN', zh: 'ASN' },
  download: { en: 'Downloads', zh: '数据下载' },
  usage: { en: 'Read usage', zh: '读取用量' },
}

/** Words of the keys. */
export const keyText = {
  title: { en: 'API keys', zh: 'API 密钥' },
  create: { en: 'Create a key', zh: '新建密钥' },
  none: { en: 'No key yet. Create one to call the API.', zh: '还没有密钥，新建一个即可调用 API。' },
  made: { en: 'Your new key.', zh: '您的新密钥。' },
  madeHelp: {
    en: 'Copy it now: it is shown only once and stored only as a hash.',
    zh: '请立即复制：仅显示这一次，系统只保存其哈希。',
  },
  copy: { en: 'Copy the key', zh: '复制密钥' },
  copyCall: { en: 'Copy the call', zh: '复制调用命令' },
  firstCall: { en: 'The first call:', zh: '首次调用：' },
  kept: { en: 'I have saved it', zh: '我已保存' },
  live: { en: 'active', zh: '有效' },
  ending: { en: 'active until it expires', zh: '到期前有效' },
  expired: { en: 'expired', zh: '已过期' },
  revoked: { en: 'revoked', zh: '已吊销' },
  showDead: { en: 'Show {count} ended {count|key|keys}', zh: '显示 {count} 个已失效密钥' },
  hideDead: { en: 'Hide ended keys', zh: '隐藏已失效密钥' },
  change: { en: 'Edit', zh: '编辑' },
  rotate: { en: 'Rotate', zh: '轮换' },
  rotateHelp: {
    en: 'This creates a new key with the same limits. The old key keeps working until the overlap ends.',
    zh: '将生成限制相同的新密钥，旧密钥在重叠期结束前继续有效。',
  },
  overlap: { en: 'The old key stops working', zh: '旧密钥失效时间' },
  overlap0: { en: 'at once', zh: '立即' },
  overlap1: { en: 'in an hour', zh: '1 小时后' },
  overlap24: { en: 'in a day', zh: '1 天后' },
  overlap168: { en: 'in 7 days', zh: '7 天后' },
  revoke: { en: 'Revoke', zh: '吊销' },
  revokeHelp: {
    en: 'Calls with this key are refused within a second. This cannot be undone.',
    zh: '使用此密钥的请求将在一秒内被拒绝，且无法撤销。',
  },
  revokeDone: { en: 'The key “{name}” is revoked', zh: '密钥“{name}”已吊销' },
  revokeNow: { en: 'Revoke the key', zh: '确认吊销' },
  cancel: { en: 'Cancel', zh: '取消' },
  save: { en: 'Save', zh: '保存' },
  name: { en: 'Name', zh: '名称' },
  namePlace: { en: 'Production server', zh: '生产服务器' },
  scopes: { en: 'Products', zh: '可用产品' },
  lastUsed: { en: 'Last used', zh: '最近使用' },
  never: { en: 'never', zh: '从未使用' },
  created: { en: 'Created', zh: '创建时间' },
  expires: { en: 'Expires', zh: '到期时间' },
  noEnd: { en: 'never', zh: '永不过期' },
  inDays: { en: 'in {days} days', zh: '{days} 天后' },
  limits: { en: 'Limits', zh: '限制' },
  fromAddresses: { en: 'only from {list}', zh: '仅限地址 {list}' },
  fromPages: { en: 'only from pages of {list}', zh: '仅限页面 {list}' },
  notInUrl: { en: 'not in URLs', zh: '不允许在 URL 中传递' },
  capped: { en: 'at most {count} a month', zh: '每月最多 {count} 次' },
  cidrs: { en: 'Only from these addresses', zh: '仅允许这些地址' },
  cidrsHelp: {
    en: 'Addresses or CIDR networks, separated by commas. Leave empty to allow any address.',
    zh: '地址或 CIDR 网段，逗号分隔；留空表示不限。',
  },
  origins: { en: 'Only from pages of', zh: '仅允许这些页面' },
  originsHelp: {
    en: 'Origins such as https://example.org, separated by commas. Calls from browsers need one.',
    zh: '来源如 https://example.org，逗号分隔。浏览器调用必须填写。',
  },
  cap: { en: 'Monthly request limit', zh: '每月请求上限' },
  capHelp: {
    en: 'Beyond this the key gets 429, with a delay of a second or two. Leave empty to allow the whole quota.',
    zh: '超出后返回 429，约有一两秒延迟；留空表示可用全部额度。',
  },
  allowUrl: { en: 'The key may come in a URL (?key=…)', zh: '允许在 URL 中传递密钥（?key=…）' },
  testKey: { en: 'A test key (oct_test_…)', zh: '测试密钥（oct_test_…）' },
} as const
