/** Words of inputs that are kept for a link. */
export const keepText = {
  title: { en: 'Keep the input for a link', zh: '保存输入并生成链接' },
  tooLong: {
    en: 'As a link, the input takes {got} characters; links with more than {limit} do not open everywhere.',
    zh: '输入打包进链接需 {got} 个字符；超过 {limit} 个字符的链接在部分程序中无法打开。',
  },
  help: {
    en: 'This server can keep it instead. Your browser encrypts it first, and the key is in the link only: without the link nobody can read it, not even the operator.',
    zh: '可改由本服务器保存。浏览器会先行加密，密钥只在链接中：没有链接，任何人都无法读取，管理员也不例外。',
  },
  days: { en: 'Keep for', zh: '保存时间' },
  daysWords: { en: '{days} days', zh: '{days} 天' },
  dayWords: { en: '1 day', zh: '1 天' },
  keep: { en: 'Encrypt and keep', zh: '加密并保存' },
  keeping: { en: 'Encrypting…', zh: '正在加密…' },
  done: { en: 'Anyone who has this link can open the input until {end}.', zh: '在 {end} 之前，持有此链接者均可打开该输入。' },
  copyLink: { en: 'Copy link', zh: '复制链接' },
  tooMuch: {
    en: 'The input is too long to be kept: it takes {got} when compressed, and {limit} is the limit.',
    zh: '输入过长，无法保存：打包后为 {got}，上限为 {limit}。',
  },
  list: { en: 'Kept from this browser', zh: '由此浏览器保存' },
  until: { en: 'until {end}', zh: '保存至 {end}' },
  remove: { en: 'Remove', zh: '删除' },
  removeHelp: { en: 'The link to it will no longer open.', zh: '删除后，对应链接将无法再打开。' },
  removed: { en: 'Removed', zh: '已删除' },
  gone: {
    en: 'The input of this link is no longer kept: it has expired or was removed',
    zh: '此链接的输入已不再保存：已到期或已被删除',
  },
  cut: { en: 'The input of this link cannot be opened: the link is incomplete', zh: '无法打开此链接的输入：链接不完整' },
} as const
